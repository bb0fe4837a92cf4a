import type { SeededRandom } from "../schedule-oracle/seeded-random.ts";
import { hostileBody, randomBytes } from "./hostile-bodies.ts";
import { decentHeaders, type HostileCase, type HostileSeed, requestBytes } from "./hostile-seed.ts";
import { METHODS, ODD_HEADERS, ODD_PIECES, OPEN_ENDED } from "./hostile-words.ts";

/** What a case is made from. */
export type CaseParts = {
  readonly random: SeededRandom;
  readonly seeds: readonly [HostileSeed, ...HostileSeed[]];
  readonly port: number;
};

type CaseMaker = (parts: CaseParts) => HostileCase;

const answered = (name: string, ...chunks: Buffer[]): HostileCase => ({
  name,
  chunks,
  pauseMs: 0,
  requests: 1,
  ending: "answered",
});

/** A decent request, or one with another method, path or body. */
function requestOf(
  { port }: CaseParts,
  seed: HostileSeed,
  body: Buffer = Buffer.from(seed.body ?? ""),
): Buffer {
  return requestBytes(seed, decentHeaders(seed, port, body), body);
}

/** A decent request with further headers, as they are; they take the place of decent ones of the same name. */
function withHeaders(
  { port, seeds, random }: CaseParts,
  extra: readonly (readonly [string, string])[],
): Buffer {
  const seed = random.pick(seeds);
  const body = Buffer.from(seed.body ?? "");
  const replaced = new Set(extra.map(([name]) => name).filter((name) => name !== "Content-Length"));
  const decent = decentHeaders(seed, port, body).filter(([name]) => !replaced.has(name));
  return requestBytes(seed, [...decent, ...extra], body);
}

const bytes: CaseMaker = ({ random }) =>
  answered("random bytes", randomBytes(random, random.between(1, 500)), Buffer.from("\r\n\r\n\r\n\r\n"));

const foreign: CaseMaker = ({ random }) => {
  const protocols = [
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "GET /\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET  /  HTTP/1.1\r\n\r\n",
    "SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "*1\r\n$4\r\nPING\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n",
    "GET / HTTP/1.1\nHost: a\n\n",
  ] as const;
  return answered(
    "another protocol",
    Buffer.from(random.pick([protocols[0], ...protocols.slice(1)]), "latin1"),
  );
};

const headers: CaseMaker = (parts) => {
  const { random } = parts;
  const extra = random.onceIn(2)
    ? [["X-Long", "a".repeat(random.between(1, 64) * 1_024)] as const]
    : Array.from({ length: random.between(50, 3_000) }, (_, i) => [`X-${i}`, "b"] as const);
  return answered("huge headers", withHeaders(parts, extra));
};

const oddHeaders: CaseMaker = (parts) => {
  const { random } = parts;
  const extra = Array.from({ length: random.between(1, 3) }, () => random.pick(ODD_HEADERS));
  const isOpen = extra.some(([name]) => OPEN_ENDED.includes(name));
  return { ...answered("odd headers", withHeaders(parts, extra)), ending: isOpen ? "left" : "answered" };
};

const paths: CaseMaker = (parts) => {
  const { random, seeds } = parts;
  const seed = random.pick(seeds);
  const at = random.below(seed.path.length + 1);
  const piece = random.pick(ODD_PIECES);
  const path = `${seed.path.slice(0, at)}${piece}${random.onceIn(2) ? seed.path.slice(at) : ""}`;
  const start = random.pick(["/", "/", "/", "", "http://evil.example/", "//"]);
  return answered(
    "odd path",
    requestOf(parts, { ...seed, path: path.replace(/^\//, start).replaceAll(" ", "+") }),
  );
};

const methods: CaseMaker = (parts) => {
  const { random, seeds } = parts;
  return answered("odd method", requestOf(parts, { ...random.pick(seeds), method: random.pick(METHODS) }));
};

const bodies: CaseMaker = (parts) => {
  const { random, seeds } = parts;
  const seed = random.pick(seeds);
  return answered("hostile body", requestOf(parts, seed, hostileBody(random, seed.body ?? "{}")));
};

const chunked: CaseMaker = ({ random, seeds, port }) => {
  const seed = random.pick(seeds);
  const endings = [
    "0\r\n\r\n",
    "zz\r\n\r\n\r\n",
    "-1\r\nx\r\n0\r\n\r\n",
    "ffffffffffffffff\r\nx",
    "5\r\nabc\r\n0\r\n\r\n",
  ] as const;
  const body = Buffer.from(`2\r\n{}\r\n${random.pick([endings[0], ...endings.slice(1)])}`);
  const decent = decentHeaders(seed, port, body).filter(([name]) => name !== "Content-Length");
  const made = requestBytes(seed, [...decent, ["Transfer-Encoding", "chunked"]], body);
  return { ...answered("odd chunks", made), ending: "left" };
};

const pipelined: CaseMaker = (parts) => {
  const { random, seeds, port } = parts;
  const requests = random.between(2, 12);
  const made = Array.from({ length: requests }, (_, i) => {
    const seed = random.pick(seeds);
    const body = random.onceIn(3) ? hostileBody(random, seed.body ?? "{}") : Buffer.from(seed.body ?? "");
    const decent = decentHeaders(seed, port, body);
    return requestBytes(
      seed,
      i === requests - 1 ? decent : decent.filter(([name]) => name !== "Connection"),
      body,
    );
  });
  return { ...answered("pipelined", Buffer.concat(made)), requests };
};

const cutOff: CaseMaker = (parts) => {
  const { random, seeds } = parts;
  const whole = requestOf(parts, random.pick(seeds));
  return { ...answered("cut off", whole.subarray(0, random.below(whole.length))), ending: "left" };
};

const slow: CaseMaker = (parts) => {
  const { random, seeds } = parts;
  const whole = requestOf(parts, random.pick(seeds));
  const size = Math.ceil(whole.length / random.between(2, 8));
  const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
    Buffer.from(whole.subarray(i * size, (i + 1) * size)),
  );
  const isCut = random.onceIn(2);
  return {
    ...answered("slow", ...(isCut ? chunks.slice(0, -1) : chunks)),
    pauseMs: random.between(1, 10),
    ending: isCut ? "left" : "answered",
  };
};

const MAKERS: readonly [CaseMaker, ...CaseMaker[]] = [
  bytes,
  foreign,
  headers,
  oddHeaders,
  paths,
  methods,
  bodies,
  bodies,
  chunked,
  pipelined,
  cutOff,
  slow,
];

/** One connection's worth of malice. */
export function hostileCase(parts: CaseParts): HostileCase {
  return parts.random.pick(MAKERS)(parts);
}
