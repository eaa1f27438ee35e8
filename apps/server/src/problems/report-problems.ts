import type { ProblemRow } from "./problem-row.ts";

/** Requests about reports. */
export const reportProblems = {
  REPORT_NOT_FOUND: {
    status: 404,
    title: { en: "There is no such report, or it is settled.", ko: "없거나 이미 처리된 신고입니다." },
    mend: { en: "List the reports again.", ko: "신고 목록을 다시 조회하세요." },
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
