import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import { planToken, type TokenAction } from "../domain/event/plan-token.ts";
import {
  applyTokenAction,
  observeToken,
  TOKEN_BYTES,
  tokenSecretDraft,
} from "../domain/event/token-secret.ts";
import type { Random } from "../ports/random.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";
import { tokenSecretKey } from "./event-world.ts";

/** Keeps the Secrets with webhook tokens as `planToken` says. Tokens pass through it and are never kept. */
export class TokenKeeper {
  readonly #store: Store;
  readonly #random: Random;
  readonly #recorder: Recorder;

  constructor(store: Store, random: Random, recorder: Recorder) {
    this.#store = store;
    this.#random = random;
    this.#recorder = recorder;
  }

  /**
   * Carries out an action, unless the Secret as it is needs it no more. Throws StoreError, a Conflict where the Secret
   * has changed meanwhile.
   */
  async perform(event: AgentEvent, action: TokenAction, now: Date): Promise<void> {
    if (action === "create") {
      await this.#store.create(SecretType, tokenSecretDraft(event, this.#newToken()));
      const message = `made a token for the webhook, in the Secret ${tokenSecretKey(event).name}, key token`;
      this.#recorder.record({ about: event, type: "Normal", reason: RecordReason.tokenCreated, message });
      return;
    }
    const secret = await this.#store.get(SecretType, tokenSecretKey(event));
    // The cache may be behind: nobody's token is changed twice, told of twice, or changed where it is somebody else's.
    const isDue = planToken(event, observeToken(event, secret), now).action === action;
    if (secret === undefined || !isDue) return;
    const { uid, resourceVersion } = secret.metadata;
    if (action === "delete") {
      await this.#store.delete(SecretType, tokenSecretKey(event), { uid, resourceVersion });
      return;
    }
    await this.#store.replace(SecretType, applyTokenAction(action, secret, this.#newToken()));
    // A process that dies here leaves a rotation of which no Event tells: better than telling of it twice.
    if (action === "record-rotation") this.#tellOfRotation(event, secret);
  }

  #tellOfRotation(event: AgentEvent, secret: Secret): void {
    const until = observeToken(event, secret).previousExpiresAt?.toISOString();
    // Somebody may have taken the old token out in between.
    if (until === undefined) return;
    const message = `the webhook has a new token; the one before is accepted until ${until}`;
    this.#recorder.record({ about: event, type: "Normal", reason: RecordReason.tokenRotated, message });
  }

  #newToken(): string {
    return Buffer.from(this.#random.bytes(TOKEN_BYTES)).toString("base64url");
  }
}
