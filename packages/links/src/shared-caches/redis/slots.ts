import { Command } from "ioredis";

/** A hash tag, and the slot of the keys that hold it in braces. */
export type TaggedSlot = { readonly tag: string; readonly slot: number };

const slotCount = 16_384;

/** Tags whose slots lie in equal distances, so that nodes with equal ranges of slots have equally many. */
export function spreadSlots(count: number): readonly TaggedSlot[] {
  const found = new Map<number, TaggedSlot>();
  for (let tried = 0; found.size < count; tried += 1) {
    const tag = String(tried);
    const slot = slotOf(`{${tag}}`);
    const range = Math.floor((slot * count) / slotCount);
    if (!found.has(range)) found.set(range, { tag, slot });
  }
  return [...found.values()];
}

function slotOf(key: string): number {
  return new Command("get", [key]).getSlot() ?? 0;
}
