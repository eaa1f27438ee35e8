import { fileURLToPath } from "node:url";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { startAsked, type AskedProgram } from "../limiter/asked-program.ts";
import { keySetNames, type KeySet } from "../limiter/key-sets.ts";
import type { MemoryAnswer, MemoryOrder, MemorySetup } from "../limiter/memory-program.ts";
import { library, narrowsLimiter } from "../limiter/participants.ts";
import { otherAlgorithms, plenty } from "../limiter/policies.ts";
import { atLeast, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { medianRatio } from "../statistics.ts";

const program = fileURLToPath(new URL("../limiter/memory-program.ts", import.meta.url));
const perSecond = 1_000_000;
const mostDenied = 0.99;
const ours = "narrows";
const theirs = "rate-limiter-flexible";
const compared = [theirs, `${theirs}, not awaited`, ours, "narrows, clock read each time"];
const alsoOurs = ["narrows, check awaited", ...otherAlgorithms.map((name) => `narrows ${name}`)];

type Case = {
  readonly name: string;
  readonly keys: KeySet;
  readonly limit: number;
  readonly subjects: readonly string[];
};

const cases = (["hot", "zipf", "random"] as const).flatMap((keys): readonly Case[] => [
  { name: `${keySetNames[keys]}, all allowed`, keys, limit: plenty, subjects: [...compared, ...alsoOurs] },
  { name: `${keySetNames[keys]}, denied`, keys, limit: 1, subjects: compared },
]);

/** Decisions in memory. */
export const benchmark: Benchmark = {
  name: "limiter-memory",
  title: "What a rate limiter's decision in memory costs: one hot key, 10,000 by Zipf's law, 1,000,000 at random",
  subjects: [],
  participants: [
    narrowsLimiter("`allow(key)` of @narrows/limiter with memoryStore(), fixed-window from the first request on"),
    library(theirs, "`await consume(key)` of RateLimiterMemory, which is such a window too"),
  ],
  loadedBy: "a loop in the subject's process",
  defaultSeconds: 1,
  run: runLimiterMemory,
};

async function runLimiterMemory(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const decisions = scaled(context, perSecond * context.seconds);
  let errors = 0;
  for (const each of cases) {
    await using stack = new AsyncDisposableStack();
    const running = each.subjects.map((name) => ({ name, asked: stack.use(start(context, each, name)) }));
    for (const { asked } of running) await asked.ask({ decisions: firstPass(context, decisions) });
    await interleave(context.rounds, running, async ({ name, asked }, round) => {
      context.progress(`${each.name}, round ${round + 1}: ${name}`);
      const { cpuNs, allowed } = await asked.ask({ decisions });
      errors += wrongAnswers(each, allowed, decisions);
      book.add(each.name, name, { cpu: { unit: "ns", value: cpuNs } });
    });
  }
  const ratio = (name: string): number => medianRatio(book.values(name, theirs, "cpu"), book.values(name, ours, "cpu"));
  return {
    series: book.series(),
    claims: cases.map(({ name }) =>
      atLeast(`Decisions in memory for the CPU of one by ${theirs} (${name})`, ratio(name), 10),
    ),
    errors,
    notes: notesOn(decisions),
  };
}

function start(
  { scale, cores, signal }: BenchmarkContext,
  { keys, limit }: Case,
  decider: string,
): AskedProgram<MemoryOrder, MemoryAnswer> {
  const setup: MemorySetup = { decider, keys, scale, limit };
  return startAsked({ file: program, setup, core: cores?.server, signal });
}

/** Every key is known afterwards, the code is compiled, and who may ask once has asked. */
function firstPass(context: BenchmarkContext, decisions: number): number {
  return Math.max(decisions, scaled(context, perSecond));
}

function wrongAnswers({ limit }: Case, allowed: number, decisions: number): number {
  if (limit === plenty) return decisions - allowed;
  return Math.max(0, Math.round(allowed - decisions * (1 - mostDenied)));
}

function notesOn(decisions: number): readonly string[] {
  return [
    `cpu: user and system time of the whole process, garbage collection included, for each of ${decisions.toLocaleString("en")} decisions a round`,
    "Each subject has a process of its own and gets the same keys in the same order, every one a string of its own.",
    "All allowed: the limit is 1,000,000,000 an hour. Denied: it is 1 an hour, and one pass that is not measured uses it up, so that at most 1 % pass.",
    `${theirs}, not awaited: \`consume(key).then(pass, refuse)\`, a hundred in a turn; the quickest way to hear all its answers`,
    "Decisions that follow each other at once share readings of the clock; `clock read each time` is what one costs that comes alone.",
    "A sliding-window-log remembers a tenth of a second here, the others count for an hour.",
  ];
}
