import type { OperatedNamespace } from "./operated-namespace.ts";

/** Callers at once: enough to keep a leader busy, few enough for two cores. */
const CALLERS = 16;
/** How long a caller keeps trying one fire. */
const LIMIT_MS = 60_000;
const PAUSE_MS = 50;

/** What to fire, and at which replicas. */
export type FireAllOptions = {
  readonly place: OperatedNamespace;
  readonly event: string;
  readonly token: string;
  readonly count: number;
  /** Replicas to call, as they are now. */
  readonly urls: () => readonly string[];
  readonly onAcknowledged: (count: number) => void;
  /** Tells the keys of several calls for one event apart. */
  readonly prefix?: string;
  /** Body of the fire of a key; an empty object unless given. */
  readonly bodyOf?: (key: string) => object;
};

/**
 * Fires so many times, as good senders do: each fire has a key of its own and is repeated under it until it is
 * acknowledged. Answers the fires' ids, and how many calls got no answer or a 503.
 */
export async function fireAll(
  options: FireAllOptions,
): Promise<{ readonly fireIDs: readonly string[]; readonly refused: number }> {
  const { count, urls, onAcknowledged, prefix = "key" } = options;
  const fireIDs: string[] = [];
  let [next, refused] = [0, 0];
  const call = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const deadline = performance.now() + LIMIT_MS;
      for (let tries = 0; ; tries++) {
        const choice = urls();
        const fireID = await fireOnce(
          options,
          choice[(index + tries) % choice.length] ?? "",
          `${prefix}-${index}`,
        );
        if (fireID !== undefined) {
          fireIDs.push(fireID);
          onAcknowledged(fireIDs.length);
          break;
        }
        refused += 1;
        if (performance.now() > deadline) throw new Error(`fire ${index} was never acknowledged`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return { fireIDs, refused };
}

async function fireOnce(
  { place, event, token, bodyOf = () => ({}) }: FireAllOptions,
  url: string,
  key: string,
): Promise<string | undefined> {
  try {
    const answer = await place.fire(url, event, {
      token,
      headers: { "Idempotency-Key": key },
      body: bodyOf(key),
    });
    const body = (await answer.json()) as { taskID?: string };
    if (answer.status === 202) return body.taskID;
    if (answer.status === 503) return undefined;
    throw new AnswerError(`${answer.status}: ${JSON.stringify(body)}`);
  } catch (error) {
    if (error instanceof AnswerError) throw error;
    return undefined; // the replica died under the call: nobody knows what became of it
  }
}

/** Thrown where a fire is refused for good. */
class AnswerError extends Error {
  override readonly name = "AnswerError";
}
