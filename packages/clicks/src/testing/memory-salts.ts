import { isLiveDay, saltBytes, type DailySalts, type SaltOptions } from "../describe/salts/daily-salts.ts";
import { createLiveSalts } from "../describe/salts/live-salts.ts";

/** Salts of this process alone: whoever comes to two processes, or before and after a new start, counts twice. */
export function createMemorySalts({ now, randomBytes }: SaltOptions): DailySalts {
  const live = createLiveSalts(now);
  return {
    of(day) {
      if (live.get(day) === undefined && isLiveDay(day, now())) live.set(day, randomBytes(saltBytes));
      return live.get(day);
    },
    close: () => live.close(),
  };
}
