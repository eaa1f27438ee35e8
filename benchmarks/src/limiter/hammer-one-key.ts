import type { BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { scaled } from "../running-subjects.ts";
import type { SeriesBook } from "../series-book.ts";
import { flexibleName, startClient } from "./redis-subjects.ts";
import { startRedis } from "./redis-under-test.ts";

const processes = 8;
const inFlight = 64;
/** Of each process, in a round; a test asks fewer. */
const questions = 50_000;
const deadlineMs = 5_000;
export const oneKeyLimit = 2_000;
export const oneKeyCase = `one key of limit ${oneKeyLimit.toLocaleString("en")}, ${processes} processes at full speed`;

/** Everybody asks for one key at the same time. @returns How many answers were missing. */
export async function hammerOneKey(context: BenchmarkContext, book: SeriesBook): Promise<number> {
  let missing = 0;
  const count = Math.max(oneKeyLimit / 2, scaled(context, questions));
  await interleave(1, ["narrows", flexibleName], async (name) => {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis(context, `one-key-${name}`));
    const setup = { asker: name, port: redis.port, limit: oneKeyLimit, deadlineMs };
    const clients = Array.from({ length: processes }, () => stack.use(startClient(context, setup)));
    for (let round = 0; round < context.rounds; round++) {
      context.progress(`${oneKeyCase}, round ${round + 1}: ${name}`);
      const order = { kind: "hammer", key: `key-${round}`, inFlight, count } as const;
      const answers = await Promise.all(clients.map((client) => client.ask(order)));
      const allowed = sum(answers.map((answer) => answer.allowed));
      const denied = sum(answers.map((answer) => answer.denied));
      missing += processes * count - allowed - denied;
      book.add(oneKeyCase, name, {
        asked: { unit: "count", value: allowed + denied },
        allowed: { unit: "count", value: allowed },
        rate: { unit: "/s", value: (allowed + denied) / Math.max(...answers.map(({ seconds }) => seconds)) },
      });
    }
  });
  return missing;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
