import type { AgentSpec } from "../../../lib/api/agent.ts";
import { AgentReason } from "../../../lib/api/reason.ts";
import { expectIsInvalid } from "../health/expect-is-invalid.ts";

/** What keeps an agent from being served well, whatever its pods do. */
export type AgentProblem = { readonly reason: AgentReason; readonly message: string };

/**
 * Finds what is wrong with an agent's spec.
 *
 * @param missingKey What is missing of the provider's key, as a sentence, if anything is.
 */
export function agentProblem(spec: AgentSpec, missingKey: string | undefined): AgentProblem | undefined {
  const { expect } = spec.livenessProbe;
  const flaw = expect === undefined ? undefined : expectIsInvalid(expect);
  if (flaw !== undefined) {
    return { reason: AgentReason.invalidExpectation, message: `spec.livenessProbe.expect: ${flaw}` };
  }
  return missingKey === undefined
    ? undefined
    : { reason: AgentReason.providerKeyMissing, message: missingKey };
}
