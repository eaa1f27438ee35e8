import type { englishClicks } from "./english-clicks.ts";

/** 클릭에 대해 한국어로 하는 말. */
export const koreanClicks: Readonly<Record<keyof typeof englishClicks, string>> = {
  "click-writer":
    "CLICK_WRITER=off로 실행되는 서비스 옆에서 클릭을 셉니다. SIGUSR2를 보내면 멈추고, 다시 보내면 계속합니다",
  clicks: "기록된 클릭을 관리합니다",
  "clicks dead": "클릭 로그에서 클릭이 아닌 기록과 그 문제를 최근 것부터 보여 줍니다",
  "clicks.limit": "몇 개까지, 1~1000",
  "clicks rebuild": "보관된 개별 클릭으로 온전한 날들의 집계를 다시 셉니다",
  "clicks.from": "UTC 기준 첫날. 예: 2026-11-28. 그날의 개별 클릭이 모두 남아 있어야 합니다",
  "clicks.to": "UTC 기준 마지막 날. 이날도 다시 셉니다",
  "clicks.rebuilt": "다시 셌습니다: {from} ~ {to}.",
  "expected.day": "2026-11-30 같은 날짜여야 하고, 마지막 날이 첫날보다 앞설 수 없습니다.",
  "error.CLICKS_MISSING": "{path}에 클릭이 없습니다.",
  "mend.CLICKS_MISSING":
    "서비스와 같은 환경(DATA_DIR, DATABASE_URL, CLICKHOUSE_URL)으로 실행하세요. 첫 클릭 전에는 아무것도 없습니다.",
  "error.CLICK_STORE_FAILED": "클릭 저장소에서 실패했습니다: {reason}",
  "mend.CLICK_STORE_FAILED": "저장소가 응답하는지, 환경이 서비스와 같은지 확인하세요.",
  "clicks.noneDead": "모든 기록이 클릭이었습니다.",
  "column.found": "발견",
  "column.partition": "파티션",
  "column.fault": "문제",
  "column.record": "기록",
};
