import type { Visit } from "@narrows/clicks";
import { createRecorder } from "@narrows/clicks/recorder";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cpuOf } from "../clicks/cpu-of.ts";
import { measureRound, warmUp } from "../closed-loop.ts";
import { interleave } from "../interleave.ts";
import { library } from "../limiter/participants.ts";
import { codeOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { readMainThreadSeconds } from "../process/usage-proc.ts";
import { atMost, type Report } from "../report.ts";
import { fillFolder, startOn, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const links = 1_000;
const visitsPerBatch = 50_000;
const recordCase = "taking a redirect over, on the redirect's way";
const serverCase = "a hot redirect: the whole process, and the thread that redirects";

const settings: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["clicks off", { CLICKS: "off" }],
  ["logged, not counted", { CLICKS: "memory", CLICK_WRITER: "off" }],
  ["logged and counted", { CLICKS: "memory" }],
];

/** What clicks cost a redirect. */
export const benchmark: Benchmark = {
  name: "click-recording",
  title: "What it costs a redirect that its click is recorded, and what its process does for the click behind it",
  subjects: ["narrows"],
  participants: [{ ...library("@narrows/clicks", "`createRecorder` of @narrows/clicks/recorder"), name: "recorder" }],
  defaultSeconds: 4,
  run: runClickRecording,
};

async function runClickRecording(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  for (let round = 0; round <= context.rounds; round += 1) await measureRecord(context, book, round === 0);
  const errors = await measureServers(context, book);
  const cpuUs = median(book.values(recordCase, "recorder", "cpu"));
  return {
    series: book.series(),
    claims: [atMost("CPU of recording a click on the redirect's way", cpuUs, 2, "µs")],
    errors,
    notes: [
      "the first case takes visits with the 14 headers of a browser into a buffer, and nothing else",
      "the second has the servers answer as fast as they can, so that more clicks come than can be described and counted: what finds no room is dropped and counted",
      "clicks are described, logged and counted in a thread of their own: cpu is of all threads, cpu of its thread of the one that redirects",
    ],
  };
}

/** Fills a buffer that has room for all of them, so that nothing but the redirect's share is measured. */
async function measureRecord(context: BenchmarkContext, book: SeriesBook, isWarmUp: boolean): Promise<void> {
  const count = Math.max(1, Math.round(visitsPerBatch * context.scale));
  const recorder = createRecorder({
    sink: unmeasured,
    maxVisits: count,
    maxBytes: 1024 ** 3,
    flushMs: 3_600_000,
    maxBatch: count + 1,
    now: () => 0,
    random: () => 0,
    onFault: () => undefined,
  });
  const { cpuMs } = await cpuOf(async () => {
    for (let index = 0; index < count; index += 1) recorder.record(visitAt(index));
  });
  if (recorder.stats().buffered !== count) throw new Error("Not all visits were taken.");
  await recorder.close(0);
  if (!isWarmUp) book.add(recordCase, "recorder", { cpu: { unit: "µs", value: (cpuMs * 1_000) / count } });
}

const unmeasured = { take: () => Promise.reject(new Error("Nothing leaves the buffer here.")) };

const rawHeaders: readonly string[] = [
  "Host",
  "sho.rt",
  "Connection",
  "keep-alive",
  "Cache-Control",
  "max-age=0",
  "sec-ch-ua",
  '"Chromium";v="140", "Not=A?Brand";v="24"',
  "sec-ch-ua-mobile",
  "?0",
  "sec-ch-ua-platform",
  '"Linux"',
  "Upgrade-Insecure-Requests",
  "1",
  "User-Agent",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Accept",
  "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Sec-Fetch-Site",
  "none",
  "Sec-Fetch-Mode",
  "navigate",
  "Sec-Fetch-Dest",
  "document",
  "Accept-Encoding",
  "gzip, deflate, br, zstd",
  "Accept-Language",
  "ko-KR,ko;q=0.9,en;q=0.8",
];

function visitAt(index: number): Visit {
  return {
    domain: "",
    code: codeOf(index % links),
    at: index,
    method: "GET",
    status: 302,
    remoteAddress: "192.0.2.7",
    rawHeaders,
    target: "/abc1234?utm_source=mail",
    destination: "https://www.example.com/a/page?with=a&query=string",
  };
}

/** Undefined where a system does not tell. */
function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

async function measureServers(context: BenchmarkContext, book: SeriesBook): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const subjects: { readonly name: string; readonly server: RunningSubject }[] = [];
  for (const [name, environment] of settings) {
    const narrows = subjectNamed(context, "narrows");
    const folder = await fillFolder(context, narrows, links, name.replaceAll(/\W+/g, "-"));
    subjects.push({ name, server: stack.use(await startOn(context, narrows, folder, environment)) });
  }
  const plan = followPlan([`/${codeOf(0)}`]);
  for (const { server } of subjects) await warmUp(context, server, plan);
  let errors = 0;
  await interleave(context.rounds, subjects, async ({ name, server }, round) => {
    context.progress(`${serverCase}, round ${round + 1}: ${name}`);
    const before = readMainThreadSeconds(server.pid);
    const measured = await measureRound(context, server, plan);
    const seconds = difference(before, readMainThreadSeconds(server.pid));
    const ofThread = seconds === undefined ? undefined : (seconds * 1e6) / Math.max(1, measured.requests);
    errors += measured.errors;
    book.add(serverCase, name, {
      ...measured.readings,
      ...(ofThread === undefined ? {} : { "cpu of its thread": { unit: "µs", value: ofThread } }),
    });
  });
  return errors;
}
