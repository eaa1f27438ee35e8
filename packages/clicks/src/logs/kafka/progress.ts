import type { Fetcher } from "./fetcher.ts";
import type { Membership } from "./membership.ts";

export type Behind = { readonly partition: number; readonly position: number; readonly count: number };

/** How far each partition is stored, as far as this process knows. */
export type Progress = {
  /** Of others another process knows more from now on. */
  keepOnly(partitions: readonly number[]): void;
  /** The writer begins where the store stands. */
  read(partition: number, after: number): void;
  released(partition: number, position: number): void;
  /** The partitions in which something is not stored yet. */
  behind(partitions: readonly number[]): Promise<readonly Behind[]>;
  /** Tells the group the last of it. */
  close(): Promise<void>;
};

/** Often enough for a tool that shows lag. */
const commitEveryMs = 1_000;

export function openProgress(membership: Membership, fetcher: Fetcher): Progress {
  const stored = new Map<number, number>();
  const untold = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  /** Whether it succeeds matters to nobody but a tool, and the next one says more. */
  function tell(): void {
    timer = undefined;
    const positions = new Map([...untold].filter(([partition]) => membership.has(partition)));
    untold.clear();
    if (positions.size > 0) telling = membership.commit(positions).catch(() => undefined);
  }

  /** Of what was not read yet the group may know more. */
  async function learn(partitions: readonly number[]): Promise<void> {
    const unknown = partitions.filter((partition) => !stored.has(partition));
    if (unknown.length === 0) return;
    for (const [partition, position] of await fetcher.committed(unknown)) stored.set(partition, position);
  }

  return {
    keepOnly(partitions) {
      for (const partition of stored.keys()) if (!partitions.includes(partition)) stored.delete(partition);
    },
    read(partition, after) {
      if (!stored.has(partition)) stored.set(partition, after);
    },
    released(partition, position) {
      stored.set(partition, position);
      untold.set(partition, position);
      timer ??= setTimeout(tell, commitEveryMs).unref();
    },
    async behind(partitions) {
      if (partitions.length === 0) return [];
      await learn(partitions);
      const ends = await fetcher.ends(partitions);
      return partitions.flatMap((partition) => {
        const { first = 0, next = 0 } = ends.get(partition) ?? {};
        const position = Math.max(first, stored.get(partition) ?? 0);
        return next > position ? [{ partition, position, count: next - position }] : [];
      });
    },
    async close() {
      clearTimeout(timer);
      tell();
      await telling;
    },
  };
}
