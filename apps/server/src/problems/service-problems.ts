import type { StoreErrorCode } from "@narrows/links";
import type { ProblemRow } from "./problem-row.ts";

const tryAgain = { en: "Nothing was changed. Try again shortly.", ko: "바뀐 것은 없습니다. 잠시 후 다시 시도하세요." };

const storeProblems = {
  STORE_LOCKED: {
    status: 503,
    title: { en: "The store is locked by someone else.", ko: "저장소가 잠겨 있습니다." },
    mend: tryAgain,
    retryAfterSeconds: 1,
  },
  STORE_FULL: {
    status: 503,
    title: { en: "The store has no room left.", ko: "저장소에 남은 공간이 없습니다." },
    mend: {
      en: "Nothing was changed. The operator must free disk space; try again later.",
      ko: "바뀐 것은 없습니다. 운영자가 디스크 공간을 확보한 뒤 다시 시도하세요.",
    },
    retryAfterSeconds: 30,
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: { en: "The store cannot be reached.", ko: "저장소에 연결할 수 없습니다." },
    mend: tryAgain,
    retryAfterSeconds: 2,
  },
  STORE_OVERLOADED: {
    status: 503,
    title: { en: "More is waiting for the store than it can take.", ko: "저장소에 대기 중인 요청이 너무 많습니다." },
    mend: tryAgain,
    retryAfterSeconds: 1,
  },
  STORE_OUTCOME_UNKNOWN: {
    status: 503,
    title: {
      en: "The store did not answer in time; the request may have been carried out.",
      ko: "저장소가 제때 응답하지 않았으며, 요청이 처리되었을 수도 있습니다.",
    },
    mend: {
      en: "Look at the link before you repeat the request. A create with an Idempotency-Key can be repeated with the same key.",
      ko: "요청을 반복하기 전에 링크를 확인하세요. Idempotency-Key를 쓴 생성 요청은 같은 키로 반복해도 됩니다.",
    },
    retryAfterSeconds: 2,
  },
} as const satisfies Readonly<Record<StoreErrorCode, ProblemRow>>;

/** Faults that are ours. */
export const serviceProblems = {
  ...storeProblems,
  CODES_UNAVAILABLE: {
    status: 503,
    title: { en: "This node cannot make codes at the moment.", ko: "지금 이 노드에서는 코드를 만들 수 없습니다." },
    mend: {
      en: "Nothing was created. Try again shortly, or choose an alias.",
      ko: "만들어진 것은 없습니다. 잠시 후 다시 시도하거나 별칭을 고르세요.",
    },
    retryAfterSeconds: 1,
  },
  NOT_READY: {
    status: 503,
    title: { en: "This node is not ready.", ko: "아직 준비되지 않은 노드입니다." },
    mend: { en: "Send traffic to another node until it is.", ko: "준비될 때까지 다른 노드로 보내세요." },
    retryAfterSeconds: 1,
  },
  INTERNAL: {
    status: 500,
    title: { en: "Something went wrong on our side.", ko: "서비스 내부 오류입니다." },
    mend: {
      en: "Try again; if it stays, give the operator the request id.",
      ko: "다시 시도하고, 계속되면 운영자에게 요청 ID를 알려 주세요.",
    },
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;
