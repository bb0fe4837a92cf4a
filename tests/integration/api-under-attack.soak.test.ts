import { suite } from "uvu";
import { attackApi } from "../support/attack-api.ts";

const REQUESTS = 100_000;

const test = suite("the standalone API under attack");

test("answers a hundred thousand hostile requests as documented", async () => {
  const { requests, connections, answers, heapGrowthBytes } = await attackApi(REQUESTS);
  const counts = [...answers]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `${requests} hostile requests on ${connections} connections; ${counts.join(", ")}; memory grew by ${heapGrowthBytes} bytes\n`,
  );
});

test.run();
