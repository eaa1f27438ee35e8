import { vi } from "vitest";
import type { ClickSource, LogBatch, LogRead } from "../click-log.ts";
import type { Click } from "../click.ts";
import { parseClick } from "../format-click.ts";

/** Long enough for any machine; only a failing test waits so long. */
const patienceMs = 20_000;

/** Reads a log as the writer does, and remembers where it stands in each partition. */
export function createLogReader(source: ClickSource, positions = new Map<string, number>()) {
  const readFrom = (partition: string, read: Partial<LogRead> = {}): Promise<LogBatch | undefined> =>
    source.read({
      partition,
      after: positions.get(partition) ?? 0,
      maxRecords: 1_000,
      signal: AbortSignal.timeout(patienceMs),
      ...read,
    });

  /** One batch of each partition that has something. */
  async function readRound(read: Partial<LogRead> = {}): Promise<readonly LogBatch[]> {
    const batches: LogBatch[] = [];
    for (const partition of await source.partitions()) {
      const batch = await readFrom(partition, read);
      if (batch === undefined) continue;
      positions.set(partition, batch.to);
      batches.push(batch);
    }
    return batches;
  }

  /** Reads until so many records are there; a log may take a while to give what it has taken. */
  async function readRecords(count: number, read: Partial<LogRead> = {}): Promise<readonly LogBatch[]> {
    const batches: LogBatch[] = [];
    await vi.waitFor(
      async () => {
        batches.push(...(await readRound(read)));
        const found = recordsOf(batches).length;
        if (found < count) throw new Error(`${found} of ${count} records were found.`);
      },
      { timeout: patienceMs, interval: 5 },
    );
    return batches;
  }

  const release = async (): Promise<void> => {
    for (const [partition, position] of positions) await source.release(partition, position);
  };

  return { positions, readFrom, readRound, readRecords, release };
}

export const recordsOf = (batches: readonly LogBatch[]): readonly string[] => batches.flatMap(({ records }) => records);

/** The clicks of batches in the order of their ids; partitions are read in any order. */
export function clicksOf(batches: readonly LogBatch[]): readonly Click[] {
  return recordsOf(batches)
    .map((record) => parseClick(record))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
