import { readdirSync } from "node:fs";
import type { Benchmark } from "./benchmark.ts";
import type { Subject } from "./subject.ts";

/** Loads every benchmark in benchmarks/, in the order of their names. */
export async function discoverBenchmarks(): Promise<readonly Benchmark[]> {
  return discover(new URL("./benchmarks/", import.meta.url), "benchmark", isBenchmark);
}

/** Loads every subject in subjects/. */
export async function discoverSubjects(): Promise<readonly Subject[]> {
  return discover(new URL("./subjects/", import.meta.url), "subject", isSubject);
}

async function discover<T>(folder: URL, exported: string, accepts: (value: unknown) => value is T): Promise<T[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  return Promise.all(
    files.toSorted().map(async (file) => {
      const module = (await import(new URL(file, folder).href)) as Readonly<Record<string, unknown>>;
      const value = module[exported];
      if (!accepts(value)) throw new Error(`${file} must export a "${exported}".`);
      return value;
    }),
  );
}

function isBenchmark(value: unknown): value is Benchmark {
  return typeof value === "object" && value !== null && "run" in value && "title" in value;
}

function isSubject(value: unknown): value is Subject {
  return typeof value === "object" && value !== null && "start" in value && "missing" in value;
}
