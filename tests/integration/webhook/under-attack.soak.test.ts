import { suite } from "uvu";
import { attackWebhooks } from "../../support/attack-webhooks.ts";

const test = suite("the webhook endpoint under attack");

test("answers a hundred thousand hostile requests as documented", async () => {
  const { requests, connections, answers, heapGrowthBytes } = await attackWebhooks(100_000);
  const counts = [...answers]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `${requests} hostile requests on ${connections} connections; ${counts.join(", ")}; memory grew by ${heapGrowthBytes} bytes\n`,
  );
});

test.run();
