import type { BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import type { SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";
import { crowdedCase } from "./measure-closed.ts";
import { mainSubjects, secondsOf, type RedisSubjects } from "./redis-subjects.ts";

export const halfCase = "half of the greatest rate, whether answers come or not";

/**
 * Asks each subject at half of the rate that it has reached with 512 in flight.
 *
 * @returns How many were denied, which nobody should have been.
 */
export async function measureAtHalf(
  context: BenchmarkContext,
  { all }: RedisSubjects,
  book: SeriesBook,
): Promise<number> {
  let denied = 0;
  const main = all.filter(({ name }) => mainSubjects.includes(name));
  await interleave(context.rounds, main, async ({ name, client }, round) => {
    const perSecond = Math.round(median(book.values(crowdedCase, name, "rate")) / 2);
    context.progress(`at ${perSecond.toLocaleString("en")} a second, round ${round + 1}: ${name}`);
    const answer = await client.ask({ kind: "open", perSecond, seconds: secondsOf(context) });
    denied += answer.denied;
    const decisions = answer.allowed + answer.denied;
    book.add(halfCase, name, {
      rate: { unit: "/s", value: decisions / answer.seconds },
      p50: { unit: "ms", value: answer.p50Ms },
      p99: { unit: "ms", value: answer.p99Ms },
      max: { unit: "ms", value: answer.maxMs },
      "late p99": { unit: "ms", value: answer.lateP99Ms },
      "by redis": { unit: "%", value: (100 * decisions) / Math.max(1, decisions + answer.degraded) },
    });
  });
  return denied;
}
