import { fileURLToPath } from "node:url";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { startAsked } from "../limiter/asked-program.ts";
import { randomKeys } from "../limiter/key-sets.ts";
import { library, narrowsLimiter } from "../limiter/participants.ts";
import { otherAlgorithms } from "../limiter/policies.ts";
import type { SizeAnswer, SizeSetup } from "../limiter/size-program.ts";
import { atMost, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const program = fileURLToPath(new URL("../limiter/size-program.ts", import.meta.url));
const ours = ["narrows", ...otherAlgorithms.map((name) => `narrows ${name}`)];
const theirs = ["rate-limiter-flexible", "rate-limiter-flexible, no prefix"];
const caseName = "1,000,000 live keys, each asked once";
const mostBytes = 150;

/** Memory of counters. */
export const benchmark: Benchmark = {
  name: "limiter-memory-size",
  title: "How much memory a rate limiter's counter takes beyond the text of its key",
  subjects: [],
  participants: [
    narrowsLimiter("memoryStore() of @narrows/limiter, fixed-window from the first request on"),
    library("rate-limiter-flexible", "RateLimiterMemory"),
  ],
  loadedBy: "a loop in the subject's process",
  defaultSeconds: 1,
  run: runLimiterMemorySize,
};

async function runLimiterMemorySize(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  await interleave(context.rounds, [...ours, ...theirs], async (decider, round) => {
    context.progress(`round ${round + 1}: ${decider}`);
    const { bytesPerKey, residentBytesPerKey } = await measureSize(context, decider);
    book.add(caseName, decider, {
      "a key": { unit: "B", value: bytesPerKey },
      "resident a key": { unit: "B", value: residentBytesPerKey },
    });
  });
  return {
    series: book.series(),
    claims: ours.map((name) =>
      atMost(`Memory of a key beyond its text (${name})`, median(book.values(caseName, name, "a key")), mostBytes, "B"),
    ),
    errors: 0,
    notes: [
      `keys: ${scaled(context, randomKeys).toLocaleString("en")}, whose texts are there before and are not counted`,
      "a key: heapUsed and external (with typed arrays) after a collection; resident: what the operating system gave",
      "rate-limiter-flexible makes a text of its own for each key, unless keyPrefix is empty.",
    ],
  };
}

async function measureSize({ scale, cores, signal }: BenchmarkContext, decider: string): Promise<SizeAnswer> {
  const setup: SizeSetup = { decider, scale };
  const nodeOptions = ["--expose-gc"];
  await using asked = startAsked<object, SizeAnswer>({
    file: program,
    setup,
    nodeOptions,
    core: cores?.server,
    signal,
  });
  return await asked.ask({});
}
