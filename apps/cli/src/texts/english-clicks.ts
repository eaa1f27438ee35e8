/** What is said of clicks in English. */
export const englishClicks = {
  "click-writer": "count clicks beside services that run with CLICK_WRITER=off; SIGUSR2 pauses it, and has it go on",
  clicks: "look after the clicks that were recorded",
  "clicks dead": "list records of the click log that are no clicks, newest first, with what is wrong",
  "clicks.limit": "how many, 1 to 1000; default: 100",
  "clicks rebuild": "count the clicks of whole days anew, from the single clicks that are kept",
  "clicks.from": "the first day in UTC, such as 2026-11-28; its single clicks must all be kept",
  "clicks.to": "the last day in UTC, which is counted anew, too",
  "clicks.rebuilt": "Counted anew: {from} to {to}.",
  "expected.day": "It must be a day such as 2026-11-30, and the last one not before the first.",
  "error.CLICKS_MISSING": "There are no clicks at {path}.",
  "mend.CLICKS_MISSING":
    "Give the command the environment of the service (DATA_DIR, DATABASE_URL, CLICKHOUSE_URL); nothing is there before the first click.",
  "expected.begunDay": "It must be a day that has begun, in UTC.",
  "error.CLICKS_NOT_KEPT":
    "The single clicks of these days are no longer all kept, and without them nothing can be counted anew. Nothing was changed.",
  "mend.CLICKS_NOT_KEPT": "Begin with {day} or later. CLICK_RAW_RETENTION says how long single clicks are kept.",
  "error.CLICK_STORE_FAILED": "The click store did not do it: {reason}",
  "mend.CLICK_STORE_FAILED": "Look whether the store answers, and whether the environment is that of the service.",
  "clicks partitions": "list how far each partition of the click log is counted, and whether its log is still here",
  "clicks give-up": "no longer wait for a partition of the click log that is lost for good",
  "clicks.partition": "its name, as clicks partitions shows it",
  "clicks.yes": "do it: asOf of reports then goes on without it",
  "clicks.noPartitions": "Nothing was counted yet.",
  "clicks.logHere": "here",
  "clicks.logNotHere": "not here",
  "clicks.logOfAnother": "of another CLICKS",
  "clicks.notWaitedFor": "not waited for",
  "clicks.gaveUp":
    "Reports no longer wait for {partition}. It stands at {position}: should its log come back, it is counted from there.",
  "clicks.gaveUpBefore": "Reports did not wait for {partition} before, either.",
  "error.PARTITION_NOT_FOUND": "The click store knows no partition {partition}.",
  "mend.PARTITION_NOT_FOUND": "`clicks partitions` lists them.",
  "error.PARTITION_ALIVE": "{partition} may be alive: {sign}.",
  "mend.PARTITION_ALIVE":
    "A log that is there is counted to its end by a click writer, and then waited for no longer. Give up only what is lost.",
  "error.PARTITION_READ":
    "{partition} is of the log that CLICKS names: whoever counts reads it on and on, and while it is empty nothing waits for it.",
  "mend.PARTITION_READ":
    "Where its AS OF in `clicks partitions` stands still, look whether a service or a click writer counts with this CLICKS and is not paused, and what it logs. It can be given up once CLICKS, or KAFKA_TOPIC, names another log.",
  "clicks.signLog": "its log is here",
  "clicks.signSeen": "something of it was counted, or it was read to its end, at {at}",
  "error.GIVE_UP_UNCONFIRMED":
    "Clicks of {partition} after position {position} may be lost, and reports would say that all is counted.",
  "mend.GIVE_UP_UNCONFIRMED":
    "Where the node that had its log never comes back with it, say --yes. Nothing that was counted is removed.",
  "clicks.noneDead": "Every record was a click.",
  "column.found": "FOUND",
  "column.partition": "PARTITION",
  "column.position": "POSITION",
  "column.asOf": "AS OF",
  "column.seen": "SEEN",
  "column.log": "LOG",
  "column.fault": "FAULT",
  "column.record": "RECORD",
} as const;
