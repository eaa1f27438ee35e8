import { answerOrders, readSetup } from "./answer-orders.ts";
import { drawKeys, type KeySet } from "./key-sets.ts";
import { memoryDeciders } from "./memory-deciders.ts";

export type MemorySetup = {
  readonly decider: string;
  readonly keys: KeySet;
  readonly scale: number;
  /** Requests of each key that may pass. */
  readonly limit: number;
};
export type MemoryOrder = { readonly decisions: number };
export type MemoryAnswer = { readonly cpuNs: number; readonly allowed: number };

/** Runs as a process of its own: `memory-program.ts MEMORY-SETUP`. */
const setup = readSetup() as MemorySetup;
const keys = drawKeys(setup.keys, setup.scale);
const decide = memoryDeciders.get(setup.decider)?.(setup.limit);
if (decide === undefined) throw new Error(`There is no decider "${setup.decider}".`);
let first = 0;

answerOrders(async (order): Promise<MemoryAnswer> => {
  const { decisions } = order as MemoryOrder;
  const before = process.cpuUsage();
  const allowed = await decide({ keys, first, count: decisions });
  const { user, system } = process.cpuUsage(before);
  first += decisions;
  return { cpuNs: ((user + system) * 1000) / decisions, allowed };
});
