import { suite } from "uvu";
import { agentTeamCases } from "../../support/resource-cases/agent-team-cases.ts";
import { testCases } from "../../support/resource-cases/test-cases.ts";

const test = suite("AgentTeamResource");
testCases(test, agentTeamCases);
test.run();
