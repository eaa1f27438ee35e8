/** What is said of clicks in English. */
export const englishClicks = {
  "click-writer": "count clicks beside services that run with CLICK_WRITER=off; SIGUSR2 pauses it, and has it go on",
  clicks: "look after the clicks that were recorded",
  "clicks dead": "list records of the click log that are no clicks, newest first, with what is wrong",
  "clicks.limit": "how many, 1 to 1000",
  "clicks rebuild": "count the clicks of whole days anew, from the single clicks that are kept",
  "clicks.from": "the first day in UTC, such as 2026-11-28; its single clicks must all be kept",
  "clicks.to": "the last day in UTC, which is counted anew, too",
  "clicks.rebuilt": "Counted anew: {from} to {to}.",
  "expected.day": "It must be a day such as 2026-11-30, and the last one not before the first.",
  "error.CLICKS_MISSING": "There are no clicks at {path}.",
  "mend.CLICKS_MISSING":
    "Give the command the environment of the service (DATA_DIR, DATABASE_URL, CLICKHOUSE_URL); nothing is there before the first click.",
  "error.CLICK_STORE_FAILED": "The click store did not do it: {reason}",
  "mend.CLICK_STORE_FAILED": "Look whether the store answers, and whether the environment is that of the service.",
  "clicks.noneDead": "Every record was a click.",
  "column.found": "FOUND",
  "column.partition": "PARTITION",
  "column.fault": "FAULT",
  "column.record": "RECORD",
} as const;
