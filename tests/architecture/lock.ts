import type { Repository } from "./repository.ts";

/** One thing that must stay true of the whole repository. Each lock has a fixture of its name that breaks it. */
export type Lock = {
  /** Name of its fixture folder. */
  readonly name: string;
  /** What it holds, as a sentence: the test's name. */
  readonly sentence: string;
  /** One line for each place that breaks it, with where and how to mend it. */
  check(repository: Repository): readonly string[];
};
