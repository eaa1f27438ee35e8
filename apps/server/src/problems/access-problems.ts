import type { ProblemRow } from "./problem-row.ts";

/** Requests by someone who may not make them. */
export const accessProblems = {
  KEY_MISSING: {
    status: 401,
    title: { en: "This request needs an API key.", ko: "API 키가 필요한 요청입니다." },
    mend: {
      en: "Send Authorization: Bearer followed by your key.",
      ko: "Authorization: Bearer 뒤에 키를 붙여 보내세요.",
    },
  },
  KEY_INVALID: {
    status: 401,
    title: { en: "This API key is not valid.", ko: "유효하지 않은 API 키입니다." },
    mend: {
      en: "Check the key: it may be mistyped, expired or revoked. Ask an administrator for a new one.",
      ko: "키를 확인하세요. 오타이거나 만료 또는 폐기된 키일 수 있습니다. 운영자에게 새 키를 요청하세요.",
    },
  },
  SCOPE_MISSING: {
    status: 403,
    title: { en: "This API key may not do this.", ko: "이 API 키로는 할 수 없는 작업입니다." },
    mend: {
      en: "Use a key with the scope that the documentation names for this address.",
      ko: "문서에 적힌 권한 범위를 가진 키를 쓰세요.",
    },
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
