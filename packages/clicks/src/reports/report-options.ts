import type { ClassCounts, ClickCounts } from "../click-store.ts";
import type { ClickClass } from "../click.ts";
import { clickClasses } from "../click.ts";
import type { CountedClass } from "./click-reports.ts";

/** What reports are made of. */
export type ReportOptions = {
  readonly counts: ClickCounts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long the store may take for one question. */
  readonly deadlineMs: number;
};

/** The classes that a report counts. */
export function classesOf(counted: CountedClass = "human"): readonly ClickClass[] {
  return counted === "all" ? clickClasses : [counted];
}

/** The clicks of the classes that a report counts. */
export function clicksOf(byClass: ClassCounts, counted: CountedClass | undefined): number {
  return classesOf(counted).reduce((sum, name) => sum + byClass[name], 0);
}
