/** Prints the folder of a kubectl, which is built where the machine has none: for `.ci/run`, to put it on the PATH. */
import { dirname } from "node:path";
import { findBinary } from "./control-plane/binaries/find-binary.ts";

const report = (line: string) => process.stderr.write(`${line}\n`);
process.stdout.write(`${dirname(await findBinary("kubectl", report))}\n`);
