import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootPath } from "../program/narrows-path.ts";

/** A metric as an expression names it, with the labels that it asks for. */
export type Named = { readonly name: string; readonly labels: Readonly<Record<string, string>> };

/** Every metric and recorded series of ours in an expression of Prometheus. */
export function metricsIn(expression: string): readonly Named[] {
  return [...expression.matchAll(/\b(narrows[_:][\w:]+)(?:\{([^}]*)\})?/g)].map(([, name = "", matchers = ""]) => ({
    name,
    labels: Object.fromEntries(
      [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value]),
    ),
  }));
}

/** The labels that an expression sums by, or compares. */
export function groupingLabelsIn(expression: string): readonly string[] {
  return [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
}

/** The labels of every series of the metrics' page: `_bucket` and the others of a histogram too. */
export function documentedMetrics(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(rootPath, "docs/reference/metrics.md"), "utf8");
  const rows = [...text.matchAll(/^\| `(narrows_\w+)` \| (\w+) \| (.*?) \|/gm)];
  return new Map(
    rows.flatMap(([, name = "", kind, list = ""]): [string, readonly string[]][] => {
      const labels = [...list.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? "");
      if (kind !== "histogram") return [[name, labels]];
      return ["_bucket", "_sum", "_count"].map((end) => [name + end, end === "_bucket" ? ["le"] : []]);
    }),
  );
}
