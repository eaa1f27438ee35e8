import type { englishClicks } from "./english-clicks.ts";

/** 클릭에 대해 한국어로 하는 말. */
export const koreanClicks: Readonly<Record<keyof typeof englishClicks, string>> = {
  "click-writer":
    "CLICK_WRITER=off로 실행되는 서비스 옆에서 클릭을 셉니다. SIGUSR2를 보내면 멈추고, 다시 보내면 계속합니다",
  clicks: "기록된 클릭을 관리합니다",
  "clicks dead": "클릭 로그에서 클릭이 아닌 기록과 그 문제를 최근 것부터 보여 줍니다",
  "clicks.limit": "몇 개까지, 1~1000",
  "clicks.noneDead": "모든 기록이 클릭이었습니다.",
  "column.found": "발견",
  "column.partition": "파티션",
  "column.fault": "문제",
  "column.record": "기록",
};
