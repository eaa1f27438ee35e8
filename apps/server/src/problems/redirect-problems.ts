import type { ProblemRow } from "./problem-row.ts";

/** Why a short link leads nowhere. */
export const redirectProblems = {
  LINK_UNKNOWN: {
    status: 404,
    title: { en: "This short link does not exist.", ko: "없는 단축 링크입니다." },
    mend: { en: "Check the code: letters are case-sensitive.", ko: "코드를 확인하세요. 대소문자를 구분합니다." },
  },
  LINK_GONE: {
    status: 410,
    title: { en: "This short link is no longer in use.", ko: "더 이상 쓰이지 않는 단축 링크입니다." },
    mend: {
      en: "Ask the person who gave it to you: it was deleted or switched off.",
      ko: "링크를 준 사람에게 문의하세요. 삭제되었거나 중지된 링크입니다.",
    },
  },
  LINK_EXPIRED: {
    status: 410,
    title: { en: "This short link has expired.", ko: "만료된 단축 링크입니다." },
    mend: { en: "Ask the person who gave it to you for a new one.", ko: "링크를 준 사람에게 새 링크를 요청하세요." },
  },
  LINK_SPENT: {
    status: 410,
    title: {
      en: "This short link was opened as often as its owner allowed.",
      ko: "소유자가 허용한 횟수만큼 모두 열린 단축 링크입니다.",
    },
    mend: { en: "Ask the person who gave it to you for a new one.", ko: "링크를 준 사람에게 새 링크를 요청하세요." },
  },
  LINK_BLOCKED: {
    status: 410,
    title: { en: "This short link was stopped for safety.", ko: "안전을 위해 중지된 단축 링크입니다." },
    mend: {
      en: "Do not follow it by other means; its owner can ask a moderator for a review.",
      ko: "다른 방법으로 따라가지 마세요. 소유자는 검토자에게 확인을 요청할 수 있습니다.",
    },
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
