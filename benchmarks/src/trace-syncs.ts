import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchmarkContext } from "./benchmark.ts";
import { measureRound } from "./closed-loop.ts";
import { createPlan } from "./create-plan.ts";
import { findProgram } from "./process/run.ts";
import { fillFolder } from "./running-subjects.ts";
import type { Reading } from "./series-book.ts";
import type { Subject } from "./subject.ts";

export type TracedSyncs = {
  readonly readings: Readonly<Record<string, Reading>>;
  readonly errors: number;
  readonly notes: readonly string[];
};

/** Runs one round of creates under strace and counts how many shared one fsync. Its speed means nothing. */
export async function traceSyncs(context: BenchmarkContext, subject: Subject): Promise<TracedSyncs> {
  if ((await findProgram(["strace"], ["-V"])) === undefined) {
    return { readings: {}, errors: 0, notes: ["fsyncs were not counted: strace is not installed"] };
  }
  const folder = await fillFolder(context, subject, 1, `${subject.name}-traced`);
  const trace = join(folder, "strace.txt");
  const wrapper = straceTo(trace);
  await using server = await subject.start({ folder, wrapper, settings: {}, signal: context.signal });
  const before = countSyncs(trace);
  const measured = await measureRound(context, server, createPlan(server, "traced"));
  const syncs = countSyncs(trace) - before;
  return {
    readings: {
      creates: { unit: "count", value: measured.requests },
      fsyncs: { unit: "count", value: syncs },
      "creates per fsync": { unit: "count", value: measured.requests / Math.max(1, syncs) },
    },
    errors: measured.errors,
    notes: [],
  };
}

/** -D: strace runs beside the program instead of above it, so that the program keeps its pid and gets our signals. */
function straceTo(file: string): readonly string[] {
  return ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-e", "trace=fsync,fdatasync", "-e", "signal=none", "-o", file];
}

/** One line for each call; a call that another thread's line interrupts has a second line, "resumed". */
function countSyncs(file: string): number {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /\b(fsync|fdatasync)\(/.test(line)).length;
}
