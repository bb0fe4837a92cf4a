import { suite } from "uvu";
import { agentCases } from "../../support/resource-cases/agent-cases.ts";
import { testCases } from "../../support/resource-cases/test-cases.ts";

const test = suite("AgentResource");
testCases(test, agentCases);
test.run();
