import type { Metrics } from "@narrows/service";

/** A number without labels that is read from what a part counts of itself. */
export type MetricRow<Stats> = readonly [
  kind: "counter" | "gauge",
  /** Without what all names of the table begin with. */
  name: string,
  help: string,
  read: (stats: Stats) => number,
];

/** Shows every number of a table; 0 while there is nothing to read it from. */
export function registerRows<Stats>(
  metrics: Metrics,
  prefix: string,
  table: readonly MetricRow<Stats>[],
  stats: () => Stats | undefined,
): void {
  for (const [kind, name, help, read] of table) {
    registrarOf(metrics, kind)(`${prefix}${name}`, help, {}, () => {
      const present = stats();
      return present === undefined ? 0 : read(present);
    });
  }
}

export function registrarOf(metrics: Metrics, kind: MetricRow<never>[0]): Metrics["counterFrom"] {
  return kind === "counter" ? metrics.counterFrom : metrics.gaugeFrom;
}
