import { vi } from "vitest";
import type { ClickLog } from "../../src/click-log.ts";
import type { Click } from "../../src/click.ts";

type Append = { readonly clicks: readonly Click[]; take(): void; refuse(): void };

/** A log whose appends a test settles. */
export function createManualLog() {
  const appends: Append[] = [];
  let answered = 0;
  const log: ClickLog = {
    append: (clicks) =>
      new Promise((resolve, reject) => {
        appends.push({ clicks: [...clicks], take: resolve, refuse: () => reject(new Error("The test refuses it.")) });
      }),
    close: () => Promise.resolve(),
  };
  /** The next append, once it is there. */
  async function next(): Promise<Append> {
    const append = await vi.waitUntil(() => appends[answered], { timeout: 20_000, interval: 1 });
    answered += 1;
    return append;
  }
  return { log, next, waiting: () => appends.length - answered };
}
