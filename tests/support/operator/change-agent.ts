import { agentWorkloadName } from "../../../lib/api/agent-pod.ts";
import { Annotation } from "../../../lib/api/keys.ts";
import type { OperatedNamespace } from "./operated-namespace.ts";

/** Tampers with what was made for an agent, changes the agent, and waits until all of it is as it has to be. */
export async function changeAgent(place: OperatedNamespace, agent: string): Promise<void> {
  const name = agentWorkloadName(agent);
  const rest = ["services", "networkpolicies"];
  const annotations = { [Annotation.specHash]: "tampered" };
  for (const plural of rest) await place.patch(plural, name, { metadata: { annotations } });
  await place.patch("agents", agent, { spec: { systemPrompt: "Be someone else." } });
  for (const plural of [...rest, "deployments"])
    await place.until(`the ${plural} of ${agent} written`, async () => {
      const hash = (await place.metadata(plural, name))?.annotations?.[Annotation.specHash];
      return hash !== undefined && hash !== "tampered" ? true : undefined;
    });
  await place.until(`the Deployment of ${agent} changed`, async () => {
    const { generation = 0 } = (await place.metadata("deployments", name)) ?? {};
    return generation > 1 ? true : undefined;
  });
}
