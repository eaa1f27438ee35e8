import type { ClickErrorCode } from "@narrows/clicks";
import type { ProblemRow } from "./problem-row.ts";

/** Questions about clicks. */
export const clickProblems = {
  CLICKS_OFF: {
    status: 404,
    title: { en: "Clicks are not counted here.", ko: "클릭을 집계하지 않는 서비스입니다." },
    mend: {
      en: "The operator decides whether clicks are counted: see CLICKS in the configuration.",
      ko: "클릭 집계 여부는 운영자가 정합니다. 설정의 CLICKS를 확인하세요.",
    },
  },
  CLICKS_UNAVAILABLE: {
    status: 503,
    title: { en: "The counts of clicks cannot be read now.", ko: "지금은 클릭 집계를 읽을 수 없습니다." },
    mend: {
      en: "Links work as ever, and clicks go on being recorded. Try again shortly, or ask for a shorter period.",
      ko: "링크는 그대로 작동하고 클릭도 계속 기록됩니다. 잠시 후 다시 시도하거나 더 짧은 기간을 지정하세요.",
    },
    retryAfterSeconds: 2,
  },
  CLICK_BACKLOG: {
    status: 503,
    title: {
      en: "No links are made until more of the clicks are counted that wait.",
      ko: "집계를 기다리는 클릭이 줄어들 때까지 링크를 만들 수 없습니다.",
    },
    mend: {
      en: "Links that there are work as ever. Try again in a while; the operator sees what holds the counting up.",
      ko: "이미 있는 링크는 그대로 작동합니다. 잠시 후 다시 시도하세요. 집계가 밀린 까닭은 운영자가 확인할 수 있습니다.",
    },
    retryAfterSeconds: 10,
  },
  CLICKS_NOT_KEPT: {
    status: 422,
    title: {
      en: "Single clicks of this time are no longer kept.",
      ko: "이 기간의 개별 클릭은 더 이상 보관되어 있지 않습니다.",
    },
    mend: {
      en: "Begin later, or count by quarter-hours or longer buckets.",
      ko: "더 늦은 시각부터 조회하거나, 15분 이상의 구간으로 집계하세요.",
    },
  },
  ZONE_UNKNOWN: {
    status: 400,
    title: { en: "There is no time zone of this name.", ko: "그런 이름의 시간대가 없습니다." },
    mend: {
      en: "Use an IANA name such as Asia/Seoul or UTC.",
      ko: "Asia/Seoul이나 UTC 같은 IANA 시간대 이름을 쓰세요.",
    },
  },
  PERIOD_MALFORMED: {
    status: 400,
    title: { en: "A period cannot begin or end at this.", ko: "기간의 시작이나 끝으로 쓸 수 없는 값입니다." },
    mend: {
      en: "Use an instant such as 2026-11-30T00:00:00Z, with + written as %2B, a date, or as `from` a time such as 90m, 24h, 7d or 4w.",
      ko: "2026-11-30T00:00:00Z 같은 시각(+는 %2B로), 날짜, 또는 `from`에 90m, 24h, 7d, 4w 같은 길이를 쓰세요.",
    },
  },
  PERIOD_UNALIGNED: {
    status: 422,
    title: {
      en: "A period begins and ends at whole quarter-hours.",
      ko: "기간은 15분 단위 시각에 시작하고 끝나야 합니다.",
    },
    mend: {
      en: "Use minutes 0, 15, 30 or 45. With `grain=minute` every whole minute will do.",
      ko: "0, 15, 30, 45분을 쓰세요. `grain=minute`에서는 모든 정각 분을 쓸 수 있습니다.",
    },
  },
  PERIOD_INVALID: {
    status: 422,
    title: { en: "There is no such period.", ko: "있을 수 없는 기간입니다." },
    mend: {
      en: "End it after it begins. It may begin in 2020 at the earliest and last 10 years at most.",
      ko: "끝이 시작보다 늦어야 합니다. 2020년 이후에 시작하고 최대 10년이어야 합니다.",
    },
  },
  BUCKETS_TOO_MANY: {
    status: 422,
    title: { en: "A series has 2,000 buckets at most.", ko: "구간은 최대 2,000개입니다." },
    mend: { en: "Use a longer `grain` or a shorter period.", ko: "더 긴 `grain`이나 더 짧은 기간을 쓰세요." },
  },
  STREAMS_TOO_MANY: {
    status: 429,
    title: {
      en: "This key has as many live streams or exports open here as one may have.",
      ko: "이 키로 열 수 있는 만큼의 스트림이나 내보내기가 이미 열려 있습니다.",
    },
    mend: {
      en: "Close one of them, or wait until one ends, then repeat the request.",
      ko: "그중 하나를 닫거나 끝날 때까지 기다린 뒤 다시 요청하세요.",
    },
    retryAfterSeconds: 5,
  },
  STREAMS_BUSY: {
    status: 503,
    title: {
      en: "As many live streams or exports are open as this node takes.",
      ko: "이 노드가 받을 수 있는 만큼의 스트림이나 내보내기가 이미 열려 있습니다.",
    },
    mend: { en: "Try again when others have ended.", ko: "다른 것이 끝난 뒤 다시 시도하세요." },
    retryAfterSeconds: 5,
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

/** What of reports' errors a client is told. Whatever is not here is ours. */
export const clickProblemCodes: Partial<Readonly<Record<ClickErrorCode, keyof typeof clickProblems>>> = {
  ZONE_UNKNOWN: "ZONE_UNKNOWN",
  PERIOD_MALFORMED: "PERIOD_MALFORMED",
  PERIOD_UNALIGNED: "PERIOD_UNALIGNED",
  PERIOD_INVALID: "PERIOD_INVALID",
  BUCKETS_TOO_MANY: "BUCKETS_TOO_MANY",
  STREAMS_TOO_MANY: "STREAMS_TOO_MANY",
  STREAMS_BUSY: "STREAMS_BUSY",
  SPAN_NOT_RAW: "CLICKS_NOT_KEPT",
  STORE_UNAVAILABLE: "CLICKS_UNAVAILABLE",
};
