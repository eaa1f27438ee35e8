import { isLiveDay, saltBytes, type DailySalts, type SaltOptions } from "./daily-salts.ts";
import { createLiveSalts } from "./live-salts.ts";

/** Salts of this process alone: whoever comes to two processes, or before and after a new start, counts twice. */
export function createMemorySalts({ now, randomBytes }: SaltOptions): DailySalts {
  const live = createLiveSalts(now);
  return {
    of(day) {
      if (live.get(day) === undefined && isLiveDay(day, now())) live.set(day, randomBytes(saltBytes));
      return live.get(day);
    },
    ready: () => Promise.resolve(),
    close: () => live.close(),
  };
}
