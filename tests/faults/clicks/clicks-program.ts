import { writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Click, ClickLog, Visit } from "@narrows/clicks";
import { openFileLog, openFileSource, type FileSource } from "@narrows/clicks/files";
import { createLogSink, createRecorder } from "@narrows/clicks/recorder";
import { openSqliteClicks } from "@narrows/clicks/sqlite";
import { createWriter, type Writer } from "@narrows/clicks/writer";
import { describeNumbered, numbersIn } from "./numbered-clicks.ts";
import { codeOf, type ClicksOrder, type ClicksReport } from "./order.ts";

const order = JSON.parse(process.argv[2] ?? "") as ClicksOrder;
const folder = join(order.folder, "clicks");
const now = Date.now;
const log = await openFileLog({ folder, partition: `start-${order.life}`, now });
const source = openFileSource({ folder, now });
const recorder = createRecorder({
  sink: createLogSink({ describe: describeNumbered, log: order.isHasty ? hasty(log) : log, onFault: () => undefined }),
  maxVisits: order.maxVisits,
  now,
  random: Math.random,
  onFault: () => undefined,
});
const writer = order.hasWriter ? await openWriter(source) : undefined;

let isEnding = false;
process.stdin.on("end", () => (isEnding = true)).resume();
let reported = 0;
let next = 0;
while (!isEnding) {
  recordSome();
  if (order.visitsPerTurn > 0) await nextTurn();
  else await sleep(20);
  const { taken, dropped } = recorder.stats();
  if (taken + dropped["log-failed"] !== reported || order.visitsPerTurn === 0) report();
}
await recorder.close(5_000);
await log.close();
report(order.hasWriter ? {} : { found: await numbersIn(source) });
await writer?.stop(5_000);
process.exit(0);

/** Where it keeps to what the buffer holds, the log is what it waits for. */
function recordSome(): void {
  if (order.keepsPace && recorder.stats().buffered > order.maxVisits / 2) return;
  for (let index = 0; index < order.visitsPerTurn; index += 1) {
    recorder.record(visitOf(next));
    next += 1;
  }
}

/** Writes what it has taken twenty appends later. */
function hasty(real: ClickLog): ClickLog {
  const held: (readonly Click[])[] = [];
  return {
    ...real,
    async append(clicks) {
      held.push([...clicks]);
      const [oldest = []] = held.length > 20 ? held.splice(0, 1) : [];
      await real.append(oldest);
    },
  };
}

function visitOf(number: number): Visit {
  const target = `/${codeOf(order.life)}?${number}`;
  const fixed = { domain: "", method: "GET", status: 302, rawHeaders: [], destination: "https://example.com/" };
  return { ...fixed, code: codeOf(order.life), at: now(), remoteAddress: undefined, target };
}

/** Synchronous: what is said here is known outside before anything else happens. */
function report(more: Partial<ClicksReport> = {}): void {
  const { recorded, taken, dropped, buffered, oldestAgeMs } = recorder.stats();
  reported = taken + dropped["log-failed"];
  const sum = Object.values(dropped).reduce((all, count) => all + count, 0);
  const lagRecords = writer?.stats().lagRecords ?? 0;
  const logFailed = dropped["log-failed"];
  const line: ClicksReport = { recorded, taken, dropped: sum, logFailed, buffered, oldestAgeMs, lagRecords, ...more };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads so fast; the next one says more.
  }
}

async function openWriter(from: FileSource): Promise<Writer> {
  const store = await openSqliteClicks({ path: join(order.folder, "clicks.sqlite") });
  const opened = createWriter({
    source: from,
    store,
    now,
    random: Math.random,
    onEvent: () => undefined,
    batchSize: 500,
    idleMs: 10,
  });
  opened.start();
  return opened;
}
