/** Prints the folder of a kubectl, which is built where the machine has none: for `.ci/run`, to put it on the PATH. */
import { dirname } from "node:path";
import { findBinary } from "./control-plane/binaries/find-binary.ts";

console.log(dirname(await findBinary("kubectl", (line) => console.error(line))));
