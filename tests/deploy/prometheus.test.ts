import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { rootPath } from "../program/narrows-path.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { alertCases, type AlertCase } from "./alert-cases.ts";

const run = promisify(execFile);
const promtool = inject("services")["promtool"] ?? "";
const paths = ["alerts", "recording"].map((name) => join(rootPath, `deploy/prometheus/${name}.yaml`));

type RuleFile = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
type Rule = { readonly alert?: string; readonly labels?: Readonly<Record<string, string>> };

const alerts = paths
  .flatMap((path) => (parse(readFileSync(path, "utf8")) as RuleFile).groups)
  .flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));

describe("each alert of deploy/prometheus", () => {
  it("has a state that raises it, and a severity", () => {
    const raised = new Set(alertCases.flatMap(({ firing }) => firing));
    expect(alerts.length).toBeGreaterThan(20);
    expect(new Set(alerts.map(({ alert }) => alert))).toEqual(raised);
    expect(alerts.filter(({ labels }) => !/^(?:page|ticket)$/.test(labels?.["severity"] ?? ""))).toEqual([]);
  });
});

describe.skipIf(promtool === "")("deploy/prometheus", () => {
  it("is what Prometheus takes", async () => {
    const { stdout } = await run(promtool, ["check", "rules", "--lint=all", "--lint-fatal", ...paths]);
    expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
  });

  it("raises the alerts of each state and no others", async () => {
    for (const [every, cases] of Map.groupBy(alertCases, (alertCase) => alertCase.every)) {
      expect(await outcomeOf(cases, every)).toBe("passed");
    }
  });

  it("is seen to be wrong where an alert stays away or comes without need", async () => {
    const [well, , down] = alertCases as readonly [AlertCase, AlertCase, AlertCase];
    expect(await outcomeOf([{ ...well, firing: ["NarrowsDown"] }])).toContain("FAILED");
    expect(await outcomeOf([{ ...down, firing: [] }])).toContain("FAILED");
  });
});

/** Puts each state before Prometheus' own evaluation of the rules. */
async function outcomeOf(cases: readonly AlertCase[], every = "30s"): Promise<string> {
  await using folder = await makeTempFolder();
  const file = join(folder.path, "cases.json");
  await writeFile(file, JSON.stringify({ rule_files: paths, evaluation_interval: every, tests: cases.map(testOf) }));
  try {
    await run(promtool, ["test", "rules", file]);
    return "passed";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return stdout + stderr;
  }
}

function testOf({ name, series, at, firing }: AlertCase): unknown {
  const samples = firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }));
  return {
    name,
    interval: "1m",
    input_series: Object.entries(series).map(([metric, values]) => ({ series: metric, values })),
    promql_expr_test: [
      { expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: at, exp_samples: samples },
    ],
  };
}
