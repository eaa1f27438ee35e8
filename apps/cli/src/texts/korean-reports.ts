import type { englishReports } from "./english-reports.ts";

/** What is said of reports in Korean. */
export const koreanReports: Readonly<Record<keyof typeof englishReports, string>> = {
  reports: "실행 중인 서비스에 들어온 링크 신고를 검토자로서 처리합니다",
  "reports list": "처리를 기다리는 신고를 오래된 것부터 봅니다",
  "reports settle": "신고를 처리합니다. 그 신고만 기각하거나, 링크를 격리하고 그 링크의 모든 신고를 함께 처리합니다",
  "reports.limit": "한 페이지의 신고 수, 1~1000. 기본값: 50",
  "reports.id": "`reports list`에 나오는 신고의 ID",
  "reports.action": "dismiss: 이 신고를 기각합니다. quarantine: 링크를 격리하고 그 링크의 모든 신고를 함께 처리합니다",
  "reports.reason":
    "quarantine일 때 소유자와 다른 검토자에게 알리는 격리 사유. 기본값: 신고의 종류를 적은 것. 예: `report: phishing`",
  "reports.none": "처리를 기다리는 신고가 없습니다.",
  "reports.settled": "처리한 신고 수: {settled}",
  "category.phishing": "피싱",
  "category.malware": "악성 코드",
  "category.spam": "스팸",
  "category.other": "기타",
  "column.reported": "신고 시각",
  "column.category": "종류",
  "column.code": "코드",
  "column.text": "내용",
  "expected.reportId": "`reports list`에 나오는 신고의 ID여야 합니다.",
  "expected.action": "dismiss 또는 quarantine이어야 합니다.",
};
