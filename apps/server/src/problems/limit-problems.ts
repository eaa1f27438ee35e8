import type { ProblemRow } from "./problem-row.ts";

/** Requests that may be made, only not so often. */
export const limitProblems = {
  RATE_LIMITED: {
    status: 429,
    title: { en: "Too many requests have come from you.", ko: "요청이 너무 많습니다." },
    mend: {
      en: "Nothing was done. Wait as many seconds as Retry-After says, then repeat the request.",
      ko: "처리된 것은 없습니다. Retry-After에 적힌 초만큼 기다린 뒤 다시 요청하세요.",
    },
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
