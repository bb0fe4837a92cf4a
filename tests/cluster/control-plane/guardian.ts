/**
 * Removes a test cluster as soon as the process that started it is gone, however it went: its standard
 * input is a pipe that only that process holds, and even SIGKILL closes it.
 */
import { ClusterFolder } from "./cluster-folder.ts";
import { sweep } from "./sweep.ts";

const path = process.argv[2];
if (path === undefined) throw new Error("usage: guardian.ts <folder of a test cluster>");
process.stdin.resume();
process.stdin.once("close", () => void sweep(new ClusterFolder(path)));
