import type { AgentTeam } from "../../../lib/api/agent-team.ts";

/** A team's steps as a Mermaid flowchart. Source: https://mermaid.js.org/syntax/flowchart.html */
export function graphMermaid({ spec }: AgentTeam): readonly string[] {
  const ids = new Map(spec.steps.map(({ name }, at) => [name, `s${at}`]));
  const nodes = spec.steps.map(({ name, service }) => `  ${ids.get(name)}["${name}<br/>${service}"]`);
  const edges = edgesOf(spec.steps).map(([from, to]) => `  ${ids.get(from)} --> ${ids.get(to)}`);
  return ["flowchart TD", ...nodes, ...edges];
}

/** A team's steps in Graphviz' language. Source: https://graphviz.org/doc/info/lang.html */
export function graphDot({ metadata, spec }: AgentTeam): readonly string[] {
  const nodes = spec.steps.map(({ name, service }) => `  "${name}" [label="${name}\\n${service}"];`);
  const edges = edgesOf(spec.steps).map(([from, to]) => `  "${from}" -> "${to}";`);
  return [`digraph "${metadata.name}" {`, "  node [shape=box];", ...nodes, ...edges, "}"];
}

/** Names are RFC 1123 labels, in which nothing means anything to either language. */
function edgesOf(steps: AgentTeam["spec"]["steps"]): readonly (readonly [from: string, to: string])[] {
  return steps.flatMap(({ name, dependsOn = [] }) => dependsOn.map((needed) => [needed, name] as const));
}
