import type { englishClicks } from "./english-clicks.ts";

/** 클릭에 대해 한국어로 하는 말. */
export const koreanClicks: Readonly<Record<keyof typeof englishClicks, string>> = {
  "click-writer":
    "CLICK_WRITER=off로 실행되는 서비스 옆에서 클릭을 셉니다. SIGUSR2를 보내면 멈추고, 다시 보내면 계속합니다",
  clicks: "기록된 클릭을 관리합니다",
  "clicks dead": "클릭 로그에서 클릭이 아닌 기록과 그 문제를 최근 것부터 보여 줍니다",
  "clicks.limit": "몇 개까지, 1~1000. 기본값: 100",
  "clicks rebuild": "보관된 개별 클릭으로 온전한 날들의 집계를 다시 셉니다",
  "clicks.from": "UTC 기준 첫날. 예: 2026-11-28. 그날의 개별 클릭이 모두 남아 있어야 합니다",
  "clicks.to": "UTC 기준 마지막 날. 이날도 다시 셉니다",
  "clicks.rebuilt": "다시 셌습니다: {from} ~ {to}.",
  "expected.day": "2026-11-30 같은 날짜여야 하고, 마지막 날이 첫날보다 앞설 수 없습니다.",
  "error.CLICKS_MISSING": "{path}에 클릭이 없습니다.",
  "mend.CLICKS_MISSING":
    "서비스와 같은 환경(DATA_DIR, DATABASE_URL, CLICKHOUSE_URL)으로 실행하세요. 첫 클릭 전에는 아무것도 없습니다.",
  "expected.begunDay": "UTC로 이미 시작된 날이어야 합니다.",
  "error.CLICKS_NOT_KEPT":
    "이 기간의 개별 클릭이 더 이상 모두 보관되어 있지 않아 다시 셀 수 없습니다. 아무것도 바뀌지 않았습니다.",
  "mend.CLICKS_NOT_KEPT": "{day} 또는 그 뒤부터 지정하세요. 개별 클릭의 보관 기간은 CLICK_RAW_RETENTION이 정합니다.",
  "error.CLICK_STORE_FAILED": "클릭 저장소에서 실패했습니다: {reason}",
  "mend.CLICK_STORE_FAILED": "저장소가 응답하는지, 환경이 서비스와 같은지 확인하세요.",
  "clicks partitions": "클릭 로그의 파티션마다 어디까지 셌는지, 로그가 아직 여기 있는지 보여 줍니다",
  "clicks give-up": "영영 잃어버린 클릭 로그의 파티션을 더는 기다리지 않습니다",
  "clicks.partition": "clicks partitions가 보여 주는 이름",
  "clicks.yes": "실행합니다. 이후 보고서의 asOf는 이 파티션 없이 나아갑니다",
  "clicks.noPartitions": "아직 아무것도 세지 않았습니다.",
  "clicks.logHere": "여기 있음",
  "clicks.logNotHere": "여기 없음",
  "clicks.logOfAnother": "다른 CLICKS의 로그",
  "clicks.notWaitedFor": "기다리지 않음",
  "clicks.gaveUp":
    "보고서가 더는 기다리지 않는 파티션: {partition}. 위치는 {position}이고, 로그가 돌아오면 거기서부터 셉니다.",
  "clicks.gaveUpBefore": "보고서가 전에도 기다리지 않던 파티션입니다: {partition}.",
  "error.PARTITION_NOT_FOUND": "클릭 저장소에 없는 파티션입니다: {partition}.",
  "mend.PARTITION_NOT_FOUND": "`clicks partitions`가 목록을 보여 줍니다.",
  "error.PARTITION_ALIVE": "{partition} 파티션의 로그가 살아 있을 수 있습니다: {sign}.",
  "mend.PARTITION_ALIVE":
    "남아 있는 로그는 클릭 기록기가 끝까지 세고, 그다음에는 기다리지 않습니다. 잃어버린 것만 포기하세요.",
  "error.PARTITION_READ":
    "{partition} 파티션은 CLICKS가 가리키는 로그에 속합니다. 클릭을 세는 쪽이 계속 읽으며, 비어 있는 동안에는 집계 시점을 붙잡지 않습니다.",
  "mend.PARTITION_READ":
    "`clicks partitions`에서 집계 시점이 멈춰 있으면, 이 CLICKS로 세는 서비스나 클릭 기록기가 멈추지 않고 돌고 있는지, 그 로그에 무엇이 남았는지 확인하세요. CLICKS나 KAFKA_TOPIC이 다른 로그를 가리킨 뒤에는 포기할 수 있습니다.",
  "clicks.signLog": "로그가 여기 있습니다",
  "clicks.signSeen": "{at}에 일부를 셌거나 끝까지 읽었습니다",
  "error.GIVE_UP_UNCONFIRMED":
    "{partition}의 위치 {position} 뒤의 클릭은 잃어버렸을 수 있는데, 보고서는 모두 셌다고 말하게 됩니다.",
  "mend.GIVE_UP_UNCONFIRMED":
    "그 로그를 가진 노드가 로그와 함께 돌아올 일이 없으면 --yes를 붙이세요. 이미 센 것은 지우지 않습니다.",
  "clicks.noneDead": "모든 기록이 클릭이었습니다.",
  "column.found": "발견",
  "column.partition": "파티션",
  "column.position": "위치",
  "column.asOf": "집계 시점",
  "column.seen": "마지막 확인",
  "column.log": "로그",
  "column.fault": "문제",
  "column.record": "기록",
};
