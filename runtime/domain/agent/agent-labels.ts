import { GROUP } from "../../../lib/api/group.ts";
import { Label } from "../../../lib/api/keys.ts";

/** Label selector of the pods and Deployments of all agents. */
export const AGENT_PODS = Label.agent;

/** The labels of all that is created for an agent. */
export function agentLabels(agent: string): Readonly<Record<string, string>> {
  return { ...agentPodLabels(agent), [Label.managedBy]: GROUP };
}

/** The labels by which an agent's pods are selected; a Deployment's selector can never change. */
export function agentPodLabels(agent: string): Readonly<Record<string, string>> {
  return { [Label.agent]: agent };
}
