import type { Click } from "../../click.ts";
import type { Connection } from "../../postgres/connection.ts";
import { arrayText } from "../../postgres/statement.ts";
import { dayMs } from "../../time-units.ts";
import { readStatement } from "./statement.ts";

const ensureDays = readStatement("ensure-days");

/** The UTC day of an instant, counted from 1970-01-01 on. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

export function startOfDay(day: number): number {
  return day * dayMs;
}

/** The partitions of raw clicks that this process knows to be there. */
export interface ClickDays {
  /** Makes those that are missing, each in a moment. */
  ensure(connection: Connection, clicks: readonly Click[]): Promise<void>;
  /** Somebody may have dropped some. */
  doubt(): void;
}

export function createClickDays(): ClickDays {
  const known = new Set<number>();
  return {
    async ensure(connection, clicks) {
      const days = new Set(clicks.map(({ at }) => dayOf(at)).filter((day) => !known.has(day)));
      if (days.size === 0) return;
      await connection.run(ensureDays, { days: arrayText([...days]) });
      for (const day of days) known.add(day);
    },
    doubt: () => known.clear(),
  };
}
