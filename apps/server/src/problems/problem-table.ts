import { accessProblems } from "./access-problems.ts";
import { clickProblems } from "./click-problems.ts";
import { limitProblems } from "./limit-problems.ts";
import { linkProblems } from "./link-problems.ts";
import type { ProblemRow } from "./problem-row.ts";
import { redirectProblems } from "./redirect-problems.ts";
import { reportProblems } from "./report-problems.ts";
import { requestProblems } from "./request-problems.ts";
import { serviceProblems } from "./service-problems.ts";

const rows = {
  ...requestProblems,
  ...accessProblems,
  ...limitProblems,
  ...linkProblems,
  ...reportProblems,
  ...clickProblems,
  ...redirectProblems,
  ...serviceProblems,
} as const;

export type ProblemCode = keyof typeof rows;

/** Every error code that this service answers with, and its one HTTP status. */
export const problemTable: Readonly<Record<ProblemCode, ProblemRow>> = rows;

/** Asks whether a text is one of our codes. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === "string" && Object.hasOwn(problemTable, code);
}
