import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { rootPath } from "../program/narrows-path.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { documentedMetrics, groupingLabelsIn, metricsIn } from "./metric-names.ts";

const run = promisify(execFile);
const promtool = inject("services")["promtool"] ?? "";
const read = (path: string): string => readFileSync(join(rootPath, "deploy", path), "utf8");

type RuleFile = { readonly groups: readonly { readonly rules: readonly { record?: string; expr: string }[] }[] };
type Dashboard = { readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[] };

const rules = ["alerts", "recording"]
  .flatMap((name) => (parse(read(`prometheus/${name}.yaml`)) as RuleFile).groups)
  .flatMap((group) => group.rules);
const panels = (JSON.parse(read("grafana/narrows.json")) as Dashboard).panels;
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...shown];

const documented = documentedMetrics();
const recorded = new Set(rules.flatMap(({ record }) => (record === undefined ? [] : [record])));
/** What Prometheus adds to every series. */
const added = ["job", "instance"];

describe("the rules of deploy/prometheus and the dashboard of deploy/grafana", () => {
  it("name metrics that are documented, or recorded, with labels that they have", () => {
    const named = expressions.flatMap((expression) => metricsIn(expression));
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((metric) => !isKnown(metric))).toEqual([]);
  });

  it("group by labels that some metric of the expression has", () => {
    const strangers = expressions.flatMap((expression) => {
      const labels = metricsIn(expression).flatMap(({ name }) => documented.get(name) ?? []);
      return groupingLabelsIn(expression).filter((label) => ![...labels, ...added].includes(label));
    });
    expect(strangers).toEqual([]);
  });

  it("ask for values of labels that the service gives", async () => {
    await using program = await startProgram({ env: { CODE_STRATEGY: "snowflake" } });
    for (const path of ["/healthz", "/v1/denylist"]) await program.http.ask("GET", path, { headers: program.admin });
    const { body } = await program.http.ask("GET", "/metrics", { headers: program.admin });
    const asked = expressions
      .flatMap((expression) => metricsIn(expression))
      .filter(({ name }) => body.includes(`\n${name}{`));
    const wrong = asked.flatMap(({ name, labels }) =>
      Object.entries(labels)
        .filter(([label]) => !added.includes(label))
        .filter(
          ([label, value]) => !valuesOf(body, name, label).some((given) => new RegExp(`^(?:${value})$`).test(given)),
        )
        .map(([label, value]) => `${name}{${label}="${value}"}`),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  it("are seen to be wrong with a metric, a label or a recording that is not there", () => {
    const [good, ...bad] = [
      'narrows_redirects_total{status="302"}',
      "narrows_redirect_total",
      'narrows_redirects_total{code="302"}',
      "narrows:redirects:rate7m",
      "narrows_redirect_duration_seconds",
    ].map((expression) => metricsIn(expression).every((metric) => isKnown(metric)));
    expect([good, ...bad]).toEqual([true, false, false, false, false]);
  });

  it.skipIf(promtool === "")("are expressions that Prometheus can read", async () => {
    await using folder = await makeTempFolder();
    const file = join(folder.path, "panels.json");
    const filled = shown.map((expr) => expr.replaceAll("$__rate_interval", "1m").replaceAll(/"\$\w+"/g, '".+"'));
    const group = { name: "panels", rules: filled.map((expr, index) => ({ record: `panel:${index}`, expr })) };
    await writeFile(file, JSON.stringify({ groups: [group] }));
    const { stdout } = await run(promtool, ["check", "rules", "--lint-fatal", file]);
    expect(stdout).toContain(`SUCCESS: ${shown.length} rules found`);
  });
});

describe("deploy/grafana/narrows.json", () => {
  it("tells its panels apart and leaves none of them without a query", () => {
    const all = panels as readonly { id: number; type: string; targets?: readonly unknown[]; gridPos: Place }[];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ type, targets = [] }) => type !== "row" && targets.length === 0)).toEqual([]);
    expect(all.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    const places = all.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(all.length);
  });
});

type Place = { readonly x: number; readonly y: number; readonly w: number };

function isKnown({
  name,
  labels,
}: {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}): boolean {
  const known = recorded.has(name) ? [] : documented.get(name);
  return known !== undefined && Object.keys(labels).every((label) => [...known, ...added].includes(label));
}

function valuesOf(text: string, name: string, label: string): readonly string[] {
  const lines = [...text.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, "gm"))].map((match) => match[1] ?? "");
  return lines.flatMap((labels) => new RegExp(`\\b${label}="([^"]*)"`).exec(labels)?.[1] ?? []);
}
