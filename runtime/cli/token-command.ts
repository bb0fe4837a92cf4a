import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";
import { tokenIn, tokenSecretOf } from "./token-of-event.ts";

/** `tocsin token <event>`: the token of a webhook, alone on standard output. */
export const tokenCommand = defineCommand({
  name: "token",
  summary: "print a webhook event's token",
  about: "Prints the token of a webhook event, alone on standard output.",
  arguments: [{ name: "event", meaning: "name of the webhook event" }],
  flags: CLUSTER_FLAGS,
  examples: ["token research"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      call.terminal.print(tokenIn(await tokenSecretOf(cluster, call.arguments.event)));
      return ExitCode.success;
    }),
});
