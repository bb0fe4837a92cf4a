/** The operator's process in a cluster: `tocsin operator` alone, so that its bundle holds nothing else. */
import { operatorCommand } from "./operator-command.ts";

process.exitCode = await operatorCommand.run(process.argv.slice(2));
