import { SecretType } from "../../lib/api/core-types.ts";
import { CLI_NAME } from "../../lib/api/group.ts";
import { SystemRandom } from "../adapters/node/system-random.ts";
import { ROTATION_GRACE_MS, rotatedSecret } from "../domain/event/rotated-secret.ts";
import { TOKEN_BYTES } from "../domain/event/token-secret.ts";
import { CLUSTER_FLAGS } from "./cluster-flags.ts";
import { withCluster } from "./connect.ts";
import { defineCommand } from "./define-command.ts";
import { ExitCode } from "./exit-code.ts";
import { tokenSecretOf } from "./token-of-event.ts";
import { updateObject } from "./update-object.ts";

/** `tocsin rotate-token <event>`: a new token; the one before is accepted for a day. */
export const rotateTokenCommand = defineCommand({
  name: "rotate-token",
  summary: "give a webhook event a new token; the old one is accepted for a day",
  about:
    "Gives a webhook event a new token. The one before is accepted for another 24 hours, any older one no more.",
  arguments: [{ name: "event", meaning: "name of the webhook event" }],
  flags: CLUSTER_FLAGS,
  examples: ["rotate-token research"],
  run: (call) =>
    withCluster(call.flags, call, async (cluster) => {
      const { event } = call.arguments;
      const now = cluster.clock.now();
      const token = Buffer.from(new SystemRandom().bytes(TOKEN_BYTES)).toString("base64url");
      // The operator records a TokenRotated Event when it sees the Secret: who may rotate may seldom write Events.
      await updateObject(
        cluster.store,
        SecretType,
        () => tokenSecretOf(cluster, event),
        (secret) => rotatedSecret(secret, token, now),
      );
      const until = new Date(now.getTime() + ROTATION_GRACE_MS).toISOString();
      call.terminal.print(`${event} has a new token; the one before is accepted until ${until}`);
      call.terminal.complain(`Print it: ${CLI_NAME} token ${event}${cluster.sameFlags}`);
      return ExitCode.success;
    }),
});
