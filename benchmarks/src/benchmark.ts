import type { LoadGenerator } from "./load/load-generator.ts";
import type { Report } from "./report.ts";
import type { Subject } from "./subject.ts";

/** What a benchmark is given to run with. */
export type BenchmarkContext = {
  /** Length of one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Multiplies the number of links; 1 except in tests. */
  readonly scale: number;
  /** The one of the benchmark's `cases` to run; undefined: all. */
  readonly only?: string;
  /** No warm-up; every answer of a measured round is looked at. */
  readonly isTrial?: boolean;
  readonly generator: LoadGenerator;
  /** Those that can run here, by name. */
  readonly subjects: ReadonlyMap<string, Subject>;
  /** Which core serves and which loads; undefined: the operating system decides. */
  readonly cores: { readonly server: number; readonly load: number } | undefined;
  /** An empty folder, removed afterwards. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Says what is going on; not part of the report. */
  readonly progress: (line: string) => void;
};

/** A library or program that a benchmark starts by itself. */
export type Participant = Pick<Subject, "name" | "description" | "version" | "missing">;

/** One question to the machine. Each is one file in benchmarks/ that exports `benchmark`. */
export interface Benchmark {
  readonly name: string;
  /** What it finds out, in one sentence. */
  readonly title: string;
  /** Whom it measures; those that cannot run on a machine are left out there. */
  readonly subjects: readonly string[];
  /** What it measures or needs beside those, and brings itself: where one is missing it does not run. */
  readonly participants?: readonly Participant[];
  /** What makes the load where the load generator does not. */
  readonly loadedBy?: string;
  /** Those that `--case` can run alone. */
  readonly cases?: readonly string[];
  /** Seconds of a round unless told otherwise. */
  readonly defaultSeconds: number;
  run(context: BenchmarkContext): Promise<Report>;
}
