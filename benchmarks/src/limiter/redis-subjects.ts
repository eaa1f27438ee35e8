import { fileURLToPath } from "node:url";
import type { BenchmarkContext } from "../benchmark.ts";
import { startAsked, type AskedProgram } from "./asked-program.ts";
import { otherAlgorithms, plenty } from "./policies.ts";
import type { RedisAnswer, RedisOrder, RedisSetup } from "./redis-program.ts";
import { startRedis, type RedisUnderTest } from "./redis-under-test.ts";

const program = fileURLToPath(new URL("./redis-program.ts", import.meta.url));

export const flexibleName = "rate-limiter-flexible";
export const mainSubjects = ["narrows", flexibleName, "rate-limiter-flexible, auto pipelining"];
const subjects = [...mainSubjects, ...otherAlgorithms.map((name) => `narrows ${name}`)];

/** A client with a server of its own. */
export type RedisSubject = {
  readonly name: string;
  readonly redis: RedisUnderTest;
  readonly client: AskedProgram<RedisOrder, RedisAnswer>;
};

export interface RedisSubjects extends AsyncDisposable {
  readonly all: readonly RedisSubject[];
}

/** Starts all of them; they are stopped together. */
export async function startRedisSubjects(context: BenchmarkContext): Promise<RedisSubjects> {
  const stack = new AsyncDisposableStack();
  const all: RedisSubject[] = [];
  try {
    for (const name of subjects) {
      const redis = stack.use(await startRedis(context, name));
      const client = stack.use(startClient(context, { asker: name, port: redis.port, limit: plenty }));
      all.push({ name, redis, client });
    }
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  return { all, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Of one measurement. A test measures nothing, and there are many. */
export function secondsOf({ seconds, isTrial }: BenchmarkContext): number {
  return isTrial === true ? seconds / 10 : seconds;
}

export function startClient(
  { scale, cores, signal }: BenchmarkContext,
  setup: Omit<RedisSetup, "scale">,
): AskedProgram<RedisOrder, RedisAnswer> {
  return startAsked({ file: program, setup: { ...setup, scale }, core: cores?.load, signal });
}
