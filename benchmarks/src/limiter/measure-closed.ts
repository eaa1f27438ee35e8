import type { BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import type { SeriesBook } from "../series-book.ts";
import { mainSubjects, secondsOf, type RedisSubject, type RedisSubjects } from "./redis-subjects.ts";

const crowd = 512;
export const crowdedCase = `${crowd} in flight, 100,000 keys`;
export const aloneCase = "1 in flight, 100,000 keys";

/** As fast as the answers come: many at a time, then one after the other. */
export async function measureClosed(
  context: BenchmarkContext,
  { all }: RedisSubjects,
  book: SeriesBook,
): Promise<void> {
  for (const { client } of all) await client.ask({ kind: "closed", inFlight: crowd, seconds: secondsOf(context) });
  await interleave(context.rounds, all, async (subject, round) => {
    context.progress(`${crowdedCase}, round ${round + 1}: ${subject.name}`);
    await measureRound(context, subject, book, crowd);
  });
  const main = all.filter(({ name }) => mainSubjects.includes(name));
  await interleave(context.rounds, main, async (subject, round) => {
    context.progress(`${aloneCase}, round ${round + 1}: ${subject.name}`);
    await measureRound(context, subject, book, 1);
  });
}

/** Whether every decision was. */
export function wasAnsweredByRedis(book: SeriesBook, caseName: string): boolean {
  return book.values(caseName, "narrows", "by redis").every((share) => share === 100);
}

async function measureRound(
  context: BenchmarkContext,
  { name, redis, client }: RedisSubject,
  book: SeriesBook,
  inFlight: number,
): Promise<void> {
  const before = await redis.cpuSeconds();
  const answer = await client.ask({ kind: "closed", inFlight, seconds: secondsOf(context) });
  const redisSeconds = (await redis.cpuSeconds()) - before;
  const decisions = Math.max(1, answer.allowed + answer.denied);
  const isAlone = inFlight === 1;
  book.add(isAlone ? aloneCase : crowdedCase, name, {
    "redis cpu": { unit: "µs", value: (redisSeconds * 1e6) / decisions },
    cpu: { unit: "µs", value: (answer.cpuSeconds * 1e6) / decisions },
    rate: { unit: "/s", value: decisions / answer.seconds },
    ...(isAlone && { p50: { unit: "ms", value: answer.p50Ms }, p99: { unit: "ms", value: answer.p99Ms } }),
    "by redis": { unit: "%", value: (100 * decisions) / (decisions + answer.degraded) },
  });
}
