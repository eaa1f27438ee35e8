import type { ClickConfig } from "./click-settings.ts";

/** In which pieces clicks go from their log into their store. */
export type ClickBatches = {
  /** Clicks that are stored together, at most. */
  readonly batchSize: number;
  /** How long the writer waits for more where there are few. */
  readonly idleMs: number;
};

/**
 * To ClickHouse a small batch costs nearly as much as a large one, of which a writer that is behind holds about 100 MB; elsewhere a
 * batch is written as text in one piece.
 */
export function clickBatches({ clickhouseUrl }: Pick<ClickConfig, "clickhouseUrl">): ClickBatches {
  return clickhouseUrl === undefined ? { batchSize: 1_000, idleMs: 200 } : { batchSize: 50_000, idleMs: 1_000 };
}
