import { connect, type Socket } from "node:net";
import { SeededRandom } from "../schedule-oracle/seeded-random.ts";
import { hostileCase } from "./hostile-cases.ts";
import type { HostileCase, HostileSeed } from "./hostile-seed.ts";
import { type Answer, readAnswers } from "./read-answers.ts";
import { settledHeapBytes } from "./settled-heap-bytes.ts";

/** A server to attack, and what it may answer. */
export type AttackPlan = {
  readonly port: number;
  readonly seeds: readonly [HostileSeed, ...HostileSeed[]];
  /** Status codes that the server's documentation names; those of Node's own parser are added. */
  readonly documented: readonly number[];
  /** Says what is wrong with an answer whose status is fine, or nothing. */
  readonly judge?: (answer: Answer) => string | undefined;
  readonly requests: number;
  readonly seed: number;
  /** Connections at once. */
  readonly concurrency?: number;
  /** Opens a connection where plain TCP will not do. */
  readonly open?: (port: number) => Socket;
};

/** What an attack came to. */
export type AttackReport = {
  readonly requests: number;
  readonly connections: number;
  readonly answers: ReadonlyMap<number, number>;
  /** What must not have happened, each with the case that brought it about; at most 20. */
  readonly complaints: readonly string[];
  /** How much more memory is reachable after the last request than after the first tenth. */
  readonly heapGrowthBytes: number;
};

/** Node answers these before any application code runs: bad requests, slow ones, odd expectations, big headers. */
const NODE_STATUSES = [400, 408, 417, 431];
/** Longest time until an answer or the connection's end has to come: longer than any busy machine takes. */
const PATIENCE_MS = 20_000;
/** Long enough for the server to have read what was sent. */
const LEAVING_MS = 2;
const MAX_COMPLAINTS = 20;

/** Attacks a server until so many hostile requests have been sent. The seed makes it repeatable. */
export async function attack(plan: AttackPlan): Promise<AttackReport> {
  const random = new SeededRandom(plan.seed);
  const answers = new Map<number, number>();
  const complaints: string[] = [];
  let requests = 0;
  let connections = 0;
  const until = async (bound: number) => {
    while (requests < bound && complaints.length < MAX_COMPLAINTS) {
      const next = hostileCase({ random, seeds: plan.seeds, port: plan.port });
      requests += next.requests;
      connections++;
      const { statuses, complaint } = await carryOut(plan, next, connections);
      for (const status of statuses) answers.set(status, (answers.get(status) ?? 0) + 1);
      if (complaint !== undefined) complaints.push(`${next.name}: ${complaint}: ${excerpt(next)}`);
    }
  };
  const inParallel = (bound: number) =>
    Promise.all(Array.from({ length: plan.concurrency ?? 32 }, () => until(bound)));
  await inParallel(plan.requests / 10);
  const before = settledHeapBytes();
  await inParallel(plan.requests);
  return { requests, connections, answers, complaints, heapGrowthBytes: settledHeapBytes() - before };
}

type Outcome = { readonly statuses: readonly number[]; readonly complaint: string | undefined };

async function carryOut(plan: AttackPlan, hostile: HostileCase, number: number): Promise<Outcome> {
  const { bytes, ending } = await converse(plan, hostile, number);
  const { answers, flaw } = readAnswers(bytes);
  const complaint =
    ending === "late"
      ? `no answer and no end within ${PATIENCE_MS} ms`
      : (flaw ?? firstComplaint(plan, answers));
  return { statuses: answers.map(({ status }) => status), complaint };
}

function firstComplaint({ documented, judge }: AttackPlan, answers: readonly Answer[]): string | undefined {
  for (const answer of answers) {
    if (NODE_STATUSES.includes(answer.status)) continue;
    if (!documented.includes(answer.status))
      return `answered ${answer.status}: ${answer.body.toString("utf8", 0, 300)}`;
    const complaint = judge?.(answer);
    if (complaint !== undefined) return `answered ${answer.status}: ${complaint}`;
  }
  return undefined;
}

type Conversation = { readonly bytes: Buffer; readonly ending: "closed" | "left" | "late" };

/** Sends a case, and listens until the server closes, enough has been answered, or it takes too long. */
function converse(plan: AttackPlan, hostile: HostileCase, number: number): Promise<Conversation> {
  // Another loopback address each time: ports of connections that have ended stay taken for a minute.
  const localAddress = `127.0.0.${2 + (number % 250)}`;
  const socket = plan.open?.(plan.port) ?? connect({ port: plan.port, host: "127.0.0.1", localAddress });
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const finish = (ending: Conversation["ending"]) => {
      clearTimeout(late);
      socket.destroy();
      resolve({ bytes: Buffer.concat(received), ending });
    };
    const late = setTimeout(() => finish("late"), PATIENCE_MS);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => received.push(chunk));
    // A half-closed connection has had its answer: the server ends what it will not go on with.
    socket.once("end", () => finish("closed")).once("close", () => finish("closed"));
    void send(socket, hostile).then(() => {
      if (hostile.ending === "left") setTimeout(() => finish("left"), LEAVING_MS);
    });
  });
}

async function send(socket: Socket, { chunks, pauseMs }: HostileCase): Promise<void> {
  for (const chunk of chunks) {
    if (socket.destroyed) return;
    await new Promise<void>((resolve) => {
      socket.once("close", resolve);
      socket.write(chunk, () => {
        socket.off("close", resolve);
        resolve();
      });
    });
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function excerpt({ chunks }: HostileCase): string {
  return JSON.stringify(Buffer.concat(chunks).toString("latin1", 0, 300));
}
