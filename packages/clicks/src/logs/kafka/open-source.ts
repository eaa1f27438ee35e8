import { setTimeout as wait } from "node:timers/promises";
import type { Backlog, ClickSource } from "../../click-log.ts";
import { joinReads } from "../../join-reads.ts";
import type { KafkaConnection } from "./connection.ts";
import { openFetcher, type Fetcher } from "./fetcher.ts";
import { unavailable } from "./kafka-fault.ts";
import { openMembership } from "./membership.ts";
import { partitionName, partitionOf } from "./partition-name.ts";
import { createPartitionReader, type PartitionReader } from "./partition-reader.ts";
import { openProgress } from "./progress.ts";

export type KafkaSourceOptions = KafkaConnection & {
  /** Processes of one group share the partitions. Default: `narrows-clicks`. */
  readonly group?: string;
  /** For each question to Kafka, in milliseconds. Default: 10,000. */
  readonly deadlineMs?: number;
  /** A process of which Kafka hears nothing for so long has lost its partitions, in milliseconds. Default: 15,000. */
  readonly sessionMs?: number;
  /** Bytes of one fetch before they are unpacked; each partition may keep one in memory. Default: 262,144. */
  readonly maxFetchBytes?: number;
};

/**
 * Opens the end of Kafka that gives clicks. A position is an offset in a partition, and the store's word on it counts:
 * what the group is told serves tools that show lag, and nothing is read by it.
 *
 * The group only shares out the work. Two processes that read one partition for a while, as the group changes, are told
 * apart by the store (`POSITION_MOVED`). It connects with the first question.
 */
export function openKafkaSource(options: KafkaSourceOptions): ClickSource {
  const { topic, group = "narrows-clicks", deadlineMs = 10_000, sessionMs = 15_000, maxFetchBytes = 262_144 } = options;
  const membership = openMembership(options, { group, deadlineMs, sessionMs });
  const fetcher = openFetcher(options, { group, deadlineMs, maxBytes: maxFetchBytes });
  const progress = openProgress(membership, fetcher);
  const readers = new Map<number, PartitionReader>();
  let mine: readonly number[] = [];
  let closing: Promise<void> | undefined;

  return {
    async partitions() {
      mine = await asClickError(fetcher.countPartitions().then((count) => membership.assigned(count)));
      progress.keepOnly(mine);
      for (const partition of readers.keys()) if (!mine.includes(partition)) readers.delete(partition);
      return mine.map((partition) => partitionName(topic, partition));
    },
    async read(read) {
      const partition = partitionOf(topic, read.partition);
      if (partition === undefined || !membership.has(partition)) return undefined;
      progress.read(partition, read.after);
      const reader = readerOf(readers, fetcher, partition);
      return joinReads(read, (piece) => asClickError(reader.read(piece)));
    },
    async release(name, position) {
      const partition = partitionOf(topic, name);
      if (partition !== undefined) progress.released(partition, position);
    },
    backlog: () => asClickError(backlogOf(mine)),
    wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    close: () => (closing ??= closeAll()),
  };

  async function backlogOf(partitions: readonly number[]): Promise<Backlog> {
    let records = 0;
    const times: number[] = [];
    for (const { partition, position, count } of await progress.behind(partitions)) {
      records += count;
      const signal = AbortSignal.timeout(deadlineMs);
      const at = await readerOf(readers, fetcher, partition).timeAt(position, signal);
      if (at !== undefined) times.push(at);
    }
    return { records, oldestAt: times.length === 0 ? undefined : Math.min(...times) };
  }

  async function closeAll(): Promise<void> {
    await progress.close();
    await Promise.all([membership.close(), fetcher.close()]);
  }
}

function readerOf(readers: Map<number, PartitionReader>, fetcher: Fetcher, partition: number): PartitionReader {
  const reader = readers.get(partition) ?? createPartitionReader(fetcher, partition);
  readers.set(partition, reader);
  return reader;
}

function asClickError<Value>(promise: Promise<Value>): Promise<Value> {
  return promise.catch((error: unknown) => {
    throw unavailable(error);
  });
}
