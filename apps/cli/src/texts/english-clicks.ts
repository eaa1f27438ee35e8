/** What is said of clicks in English. */
export const englishClicks = {
  "click-writer": "count clicks beside services that run with CLICK_WRITER=off; SIGUSR2 pauses it, and has it go on",
  clicks: "look after the clicks that were recorded",
  "clicks dead": "list records of the click log that are no clicks, newest first, with what is wrong",
  "clicks.limit": "how many, 1 to 1000",
  "clicks.noneDead": "Every record was a click.",
  "column.found": "FOUND",
  "column.partition": "PARTITION",
  "column.fault": "FAULT",
  "column.record": "RECORD",
} as const;
