import { parser } from "@prometheus-io/lezer-promql";

/** What a selector asks of a metric. */
export type Selector = {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
};

/** What an expression of PromQL is made of, as far as a test looks. */
export type PromQL = {
  readonly selectors: readonly Selector[];
  /** Labels that the result is grouped by, at any depth. */
  readonly groupedBy: readonly string[];
};

type Node = ReturnType<typeof parser.parse>["topNode"];

/**
 * Reads PromQL by Prometheus' own grammar, with Grafana's variables in the place of what they stand for.
 * @throws Error that shows what is wrong, and where.
 */
export function readPromQL(text: string): PromQL {
  const expr = text.replaceAll("$__rate_interval", "5m").replaceAll("$namespace", ".*");
  const nodes = nodesOf(parser.parse(expr).topNode);
  const said = ({ from, to }: Node) => expr.slice(from, to);
  const broken = nodes.find(({ type }) => type.isError);
  if (broken !== undefined)
    throw new Error(`not PromQL at ${broken.from}: ${expr.slice(broken.from) || "its end"}`);
  return {
    selectors: nodes.filter(({ name }) => name === "VectorSelector").map((node) => selectorOf(node, said)),
    groupedBy: nodes
      .filter(({ name }) => name === "GroupingLabels")
      .flatMap((node) => node.getChildren("LabelName").map(said)),
  };
}

function selectorOf(node: Node, said: (node: Node) => string): Selector {
  const [metric] = node.getChildren("Identifier").map(said);
  if (metric === undefined) throw new Error(`a selector names no metric: ${said(node)}`);
  const matchers = nodesOf(node).filter(({ name }) => name === "UnquotedLabelMatcher");
  return {
    metric,
    matchers: matchers.map((matcher) => {
      const [label = "", operator = "", quoted = '""'] = ["LabelName", "MatchOp", "StringLiteral"].map(
        (name) => matcher.getChildren(name).map(said).join(),
      );
      return { label, operator, value: JSON.parse(quoted) as string };
    }),
  };
}

function nodesOf(top: Node): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    nodes.push(node);
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child);
  };
  visit(top);
  return nodes;
}
