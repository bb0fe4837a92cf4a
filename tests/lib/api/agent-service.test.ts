import { suite } from "uvu";
import { agentServiceCases } from "../../support/resource-cases/agent-service-cases.ts";
import { testCases } from "../../support/resource-cases/test-cases.ts";

const test = suite("AgentServiceResource");
testCases(test, agentServiceCases);
test.run();
