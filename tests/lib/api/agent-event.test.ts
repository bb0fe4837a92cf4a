import { suite } from "uvu";
import { agentEventCases } from "../../support/resource-cases/agent-event-cases.ts";
import { testCases } from "../../support/resource-cases/test-cases.ts";

const test = suite("AgentEventResource");
testCases(test, agentEventCases);
test.run();
