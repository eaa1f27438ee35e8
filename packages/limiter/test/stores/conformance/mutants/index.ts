import type { Mutant } from "./broken-store.ts";
import { ofChanges } from "./changes.ts";
import { ofContract } from "./contract.ts";
import { ofCounting } from "./counting.ts";
import { ofKeys } from "./keys.ts";
import { ofSync } from "./sync.ts";
import { ofTime } from "./time.ts";
import { ofTogether } from "./together.ts";
import { ofTraces } from "./traces.ts";
import { ofVerbs } from "./verbs.ts";

/** At least one for each test of the suite. */
export const mutants: readonly Mutant[] = [
  ...ofContract,
  ...ofKeys,
  ...ofTogether,
  ...ofCounting,
  ...ofTime,
  ...ofVerbs,
  ...ofChanges,
  ...ofSync,
  ...ofTraces,
];
