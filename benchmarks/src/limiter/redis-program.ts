import { createHistogram } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { answerOrders, readSetup } from "./answer-orders.ts";
import { drawKeys } from "./key-sets.ts";
import { redisAskers, type AskerSetup } from "./redis-askers.ts";
import { Tally, type Tallied } from "./tally.ts";

export type RedisSetup = AskerSetup & { readonly asker: string; readonly scale: number };

export type RedisOrder =
  /** Asks as fast as the answers come, always so many at a time. */
  | { readonly kind: "closed"; readonly inFlight: number; readonly seconds: number }
  /** Asks at a fixed rate, whether the answers come or not. */
  | { readonly kind: "open"; readonly perSecond: number; readonly seconds: number }
  /** Asks for one key so many times. */
  | { readonly kind: "hammer"; readonly key: string; readonly inFlight: number; readonly count: number };

export type RedisAnswer = Tallied & {
  readonly seconds: number;
  /** Of this process. */
  readonly cpuSeconds: number;
  /** How late an open loop has asked. */
  readonly lateP99Ms: number;
};

/** A tenth of the keys in the sets for memory. */
const keyShare = 0.1;
const nsPerMs = 1e6;

/** Runs as a process of its own: `redis-program.ts REDIS-SETUP`. */
const setup = readSetup() as RedisSetup;
const keys = drawKeys("random", setup.scale * keyShare);
const asker = redisAskers.get(setup.asker)?.(setup);
if (asker === undefined) throw new Error(`There is no asker "${setup.asker}".`);
const { ask } = asker;
let turn = 0;

answerOrders(async (given): Promise<RedisAnswer> => {
  const order = given as RedisOrder;
  await asker.ready();
  const tally = new Tally();
  const lateness = createHistogram();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  if (order.kind === "closed") await askClosed(order, tally);
  else if (order.kind === "hammer") await hammer(order, tally);
  else await askOpen(order, tally, (lateMs) => lateness.record(Math.max(1, Math.round(lateMs * nsPerMs))));
  const { user, system } = process.cpuUsage(before);
  return {
    ...tally.result(),
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    lateP99Ms: lateness.count === 0 ? 0 : lateness.percentile(99) / nsPerMs,
  };
});

function nextKey(): string {
  const key = keys[turn] ?? "";
  turn = turn + 1 === keys.length ? 0 : turn + 1;
  return key;
}

async function askClosed({ inFlight, seconds }: RedisOrder & { kind: "closed" }, tally: Tally): Promise<void> {
  const endAt = performance.now() + seconds * 1000;
  const isTimed = inFlight === 1;
  await inParallel(inFlight, async () => {
    for (let askedAt = performance.now(); askedAt < endAt;) {
      tally.count(await ask(nextKey()));
      const answeredAt = performance.now();
      if (isTimed) tally.time(answeredAt - askedAt);
      askedAt = answeredAt;
    }
  });
}

async function hammer({ key, inFlight, count }: RedisOrder & { kind: "hammer" }, tally: Tally): Promise<void> {
  let left = count;
  await inParallel(inFlight, async () => {
    while (left-- > 0) tally.count(await ask(key));
  });
}

/** Latencies count from the instant at which a question should have been asked. A turn of the event loop lies between. */
async function askOpen(
  { perSecond, seconds }: RedisOrder & { kind: "open" },
  tally: Tally,
  onLate: (lateMs: number) => void,
): Promise<void> {
  const perMs = perSecond / 1000;
  const planned = Math.round(perSecond * seconds);
  const startedAt = performance.now();
  const askAt = async (intendedAt: number): Promise<void> => {
    tally.count(await ask(nextKey()));
    tally.time(performance.now() - intendedAt);
  };
  const asked: Promise<void>[] = [];
  while (asked.length < planned) {
    const now = performance.now();
    const due = Math.min(planned, Math.floor((now - startedAt) * perMs));
    while (asked.length < due) {
      const intendedAt = startedAt + asked.length / perMs;
      onLate(now - intendedAt);
      asked.push(askAt(intendedAt));
    }
    await nextTurn();
  }
  await Promise.all(asked);
}

async function inParallel(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}
