import { answerOrders, readSetup } from "./answer-orders.ts";
import { drawKeys } from "./key-sets.ts";
import { memoryDeciders } from "./memory-deciders.ts";
import { plenty } from "./policies.ts";

export type SizeSetup = { readonly decider: string; readonly scale: number };
export type SizeAnswer = { readonly bytesPerKey: number; readonly residentBytesPerKey: number };

/** Runs as a process of its own with `--expose-gc`: `size-program.ts SIZE-SETUP`. */
const setup = readSetup() as SizeSetup;
const keys = drawKeys("random", setup.scale);
const decide = memoryDeciders.get(setup.decider)?.(plenty);
if (decide === undefined) throw new Error(`There is no decider "${setup.decider}".`);

answerOrders(async (): Promise<SizeAnswer> => {
  // Compiled code and what is made once are not of a key.
  await decide({ keys, first: 0, count: 1 });
  const before = settledMemory();
  await decide({ keys, first: 1, count: keys.length - 1 });
  const after = settledMemory();
  return {
    bytesPerKey: (after.held - before.held) / (keys.length - 1),
    residentBytesPerKey: Math.max(0, after.resident - before.resident) / (keys.length - 1),
  };
});

function settledMemory(): { readonly held: number; readonly resident: number } {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, resident: rss };
}
