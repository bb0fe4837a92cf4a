import type { ServedSpec } from "../../domain/agent/agent-document.ts";
import { checkDeadlineSeconds } from "../../domain/agent/probe-fields.ts";
import { expectationOf } from "../../domain/health/expectation.ts";
import type { Readiness } from "./check-report.ts";
import { PingReadiness } from "./ping-readiness.ts";
import { type SemanticPorts, SemanticReadiness } from "./semantic-readiness.ts";

/** Gives an agent the kind of readiness that its spec asks for. */
export function readinessOf(spec: ServedSpec, ports: SemanticPorts): Readiness {
  const { model, systemPrompt, livenessProbe } = spec;
  const { type, intervalSeconds } = livenessProbe;
  if (type === "ping") return new PingReadiness(ports.clock);
  const expectation = expectationOf(livenessProbe, systemPrompt);
  const deadlineMs = checkDeadlineSeconds(intervalSeconds) * 1_000;
  return new SemanticReadiness({ model, systemPrompt, expectation, intervalSeconds, deadlineMs }, ports);
}
