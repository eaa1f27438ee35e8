/** What is said of reports in English. */
export const englishReports = {
  reports: "see to the links that people reported, as a moderator of a running service",
  "reports list": "list the reports that wait, oldest first",
  "reports settle": "end a report: forget it, or quarantine its link and end every report of that link",
  "reports.limit": "reports on a page, 1 to 1000; default: 50",
  "reports.id": "the report's id, as `reports list` shows it",
  "reports.action": "dismiss: forget this report; quarantine: stop its link, and end every report of it",
  "reports.reason":
    "with quarantine: why the link is stopped, for the owner and other moderators; default: the report's category, as in `report: phishing`",
  "reports.none": "No reports wait.",
  "reports.settled": "Reports settled: {settled}.",
  "category.phishing": "phishing",
  "category.malware": "malware",
  "category.spam": "spam",
  "category.other": "other",
  "column.reported": "REPORTED",
  "column.category": "CATEGORY",
  "column.code": "CODE",
  "column.text": "TEXT",
  "expected.reportId": "It must be a report's id, as `reports list` shows it.",
  "expected.action": "It must be dismiss or quarantine.",
} as const;
