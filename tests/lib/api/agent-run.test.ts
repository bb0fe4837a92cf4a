import { suite } from "uvu";
import { agentRunCases } from "../../support/resource-cases/agent-run-cases.ts";
import { testCases } from "../../support/resource-cases/test-cases.ts";

const test = suite("AgentRunResource");
testCases(test, agentRunCases);
test.run();
