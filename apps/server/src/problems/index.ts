export { ApiError } from "./api-error.ts";
export { problemBody, problemOf, retryHeaders, type ProblemAnswer } from "./problem-of.ts";
export type { ProblemRow } from "./problem-row.ts";
export { problemTable, type ProblemCode } from "./problem-table.ts";
