import { Consumer, FetchIsolationLevels } from "@platformatic/kafka";
import { ClickError } from "../../click-error.ts";
import type { Chunk } from "./chunk.ts";
import { clientOptions, type KafkaConnection } from "./connection.ts";
import { withDeadline } from "./deadline.ts";
import { endClient } from "./end-client.ts";
import { fetchChunk } from "./fetch-chunk.ts";
import { committedOffsets, endsOf, type PartitionEnds } from "./offsets.ts";
import { findTopic } from "./topic.ts";

/** Asks the brokers for what stands in the partitions of the topic, one question after the other. */
export type Fetcher = {
  countPartitions(): Promise<number>;
  /** @returns Undefined when the offset is before the first or behind the last one that is there. */
  fetch(partition: number, offset: number, signal: AbortSignal): Promise<Chunk | undefined>;
  ends(partitions: readonly number[]): Promise<ReadonlyMap<number, PartitionEnds>>;
  /** How far the group said that it is, where it did. */
  committed(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>;
  close(): Promise<void>;
};

export type FetcherOptions = {
  readonly group: string;
  readonly deadlineMs: number;
  /** Of one fetch, as they are on the wire. */
  readonly maxBytes: number;
};

export function openFetcher(connection: KafkaConnection, { group, deadlineMs, maxBytes }: FetcherOptions): Fetcher {
  const { topic } = connection;
  const consumer = new Consumer({
    ...clientOptions(connection, { requestMs: deadlineMs, retries: 1 }),
    groupId: group,
    // Clicks come from producers without transactions, and what is read again must be the same.
    isolationLevel: FetchIsolationLevels.READ_UNCOMMITTED,
  });
  // The library asks about the topics that it tracks.
  consumer.topics.track(topic);
  const inTurn = createTurns();
  const ask = <Value>(question: () => Promise<Value>, signal?: AbortSignal) =>
    withDeadline(inTurn(question), deadlineMs, late, signal);
  return {
    countPartitions: () => ask(() => findTopic(consumer, connection)),
    fetch: (partition, offset, signal) =>
      ask(() => fetchChunk(consumer, { topic, partition, offset, maxBytes }), signal),
    ends: (partitions) => ask(() => endsOf(consumer, topic, partitions)),
    committed: (partitions) => ask(() => committedOffsets(consumer, topic, partitions)),
    close: () => endClient(consumer, () => consumer.close(true)),
  };
}

const late = () => new ClickError("LOG_UNAVAILABLE", "Kafka does not answer.");

/** The library keeps one session for each broker, and two fetches at once would take it from each other. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
