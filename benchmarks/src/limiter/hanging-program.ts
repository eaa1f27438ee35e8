import { answerOrders, readSetup } from "./answer-orders.ts";
import { hangingAskers } from "./hanging-askers.ts";

export type HangingSetup = { readonly asker: string; readonly port: number };

/** `start`: asks a hundred times a second from now on. `stop`: asks no more, and waits for what has no answer yet. */
export type HangingOrder = { readonly kind: "start" | "stop" };

/** One decision, in milliseconds since 1970. */
export type Asked = {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly by: "store" | "other" | "nobody";
};
export type HangingAnswer = { readonly asked: readonly Asked[]; readonly missing: number };

const periodMs = 10;
const answersWithinMs = 5_000;
const keyCount = 1_000;

/** Runs as a process of its own: `hanging-program.ts HANGING-SETUP`. */
const setup = readSetup() as HangingSetup;
const ask = await hangingAskers.get(setup.asker)?.(setup.port);
if (ask === undefined) throw new Error(`There is no asker "${setup.asker}".`);
let timer: NodeJS.Timeout | undefined;
let asked: Asked[] = [];
let begun: Promise<void>[] = [];

answerOrders(async (given): Promise<HangingAnswer> => {
  clearInterval(timer);
  if ((given as HangingOrder).kind === "start") {
    asked = [];
    begun = [];
    // A first answer, so that connections stand and scripts are known.
    await ask("first").catch(() => false);
    timer = setInterval(() => begun.push(askOnce(`client-${begun.length % keyCount}`)), periodMs);
    return { asked, missing: 0 };
  }
  await Promise.race([Promise.all(begun), wait(answersWithinMs)]);
  return { asked, missing: begun.length - asked.length };
});

async function askOnce(key: string): Promise<void> {
  const askedAt = now();
  const by = await ask?.(key).then(
    (isByStore) => (isByStore ? "store" : "other"),
    () => "nobody" as const,
  );
  asked.push({ askedAt, answeredAt: now(), by: by ?? "nobody" });
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
