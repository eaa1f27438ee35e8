import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunOptions } from "./bench-arguments.ts";
import type { Machine } from "./machine.ts";
import type { Report } from "./report.ts";

/** A report with everything that one needs to judge or repeat it. */
export type Result = {
  readonly benchmark: string;
  readonly title: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly options: RunOptions;
  /** Name and version of the load generator. */
  readonly generator: string;
  readonly subjects: readonly { readonly name: string; readonly description: string; readonly version: string }[];
  /** Which subjects were left out, and why. */
  readonly missing: readonly string[];
  readonly report: Report;
};

/** Where results are kept. */
export const resultsFolder = join(import.meta.dirname, "..", "results");

/** Keeps a result as `results/NAME.json`, in the place of the last one; Git remembers the older ones. */
export function saveResult(result: Result, folder = resultsFolder): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${result.benchmark}.json`);
  const significant = (_key: string, value: unknown): unknown =>
    typeof value === "number" ? Number(value.toPrecision(6)) : value;
  writeFileSync(file, `${JSON.stringify(result, significant, 2)}\n`);
  return file;
}
