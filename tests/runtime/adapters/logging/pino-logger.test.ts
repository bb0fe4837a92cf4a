import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type LogLevel, PinoLogger } from "../../../../runtime/adapters/logging/pino-logger.ts";

function aLog(level: LogLevel = "debug") {
  const written: string[] = [];
  const logger = PinoLogger.open(level, { write: (line: string) => void written.push(line) });
  return { logger, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const test = suite("PinoLogger");

test("writes a line of JSON with the level's name, an ISO time, the message and the facts", () => {
  const { logger, lines } = aLog();
  logger.info("run ended", { runName: "a", seconds: 3 });
  const [{ time, ...line } = { time: "" }] = lines();
  assert.equal(line, { level: "info", runName: "a", seconds: 3, message: "run ended" });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("writes nothing below its level", () => {
  const { logger, lines } = aLog("warn");
  logger.debug("a");
  logger.info("b");
  logger.warn("c");
  logger.error("d");
  assert.equal(
    lines().map(({ message }) => message),
    ["c", "d"],
  );
});

test("adds facts to every line of a logger that has them", () => {
  const { logger, lines } = aLog();
  logger.with({ taskID: "t" }).with({ runName: "r" }).info("m", { step: "s" });
  const [line] = lines();
  assert.equal([line?.["taskID"], line?.["runName"], line?.["step"]], ["t", "r", "s"]);
});

test("writes of an error its name, message, stack and causes, and no header that a client put on it", () => {
  const { logger, lines } = aLog();
  const cause = Object.assign(new Error("refused"), { headers: { authorization: "Bearer secret" } });
  logger.error("failed", { error: Object.assign(new Error("outer", { cause }), { request: "secret" }) });
  const error = lines()[0]?.["error"] as Record<string, unknown>;
  assert.equal(Object.keys(error).sort(), ["cause", "message", "name", "stack"]);
  assert.is((error["cause"] as Error).message, "refused");
  assert.not.match(JSON.stringify(lines()), /secret/);
});

test("ends a chain of causes that goes round", () => {
  const { logger, lines } = aLog();
  const error = new Error("round");
  error.cause = error;
  logger.error("failed", { error });
  assert.is(lines().length, 1);
});

test.run();
