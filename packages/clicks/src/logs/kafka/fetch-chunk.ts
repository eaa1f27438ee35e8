import type { Consumer } from "@platformatic/kafka";
import { ClickError } from "../../click-error.ts";
import { chunkOf, type Chunk } from "./chunk.ts";
import { hasCode } from "./kafka-fault.ts";

export type ChunkPlace = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** As they are on the wire; one batch may be more. */
  readonly maxBytes: number;
};

/** @returns Undefined when the offset is before the first or behind the last one that is there. */
export async function fetchChunk(consumer: Consumer, place: ChunkPlace): Promise<Chunk | undefined> {
  const { topic, partition, offset, maxBytes } = place;
  const found = (await consumer.metadata({ topics: [topic] })).topics.get(topic);
  const node = found?.partitions[partition]?.leader;
  if (found === undefined || node === undefined) throw new ClickError("LOG_UNAVAILABLE", "The partition is not there.");
  const asked = { partition, fetchOffset: BigInt(offset), partitionMaxBytes: maxBytes, ...anyEpoch };
  const topics = [{ topicId: found.id, partitions: [asked] }];
  try {
    const answer = await consumer.fetch({ node, topics, maxBytes, minBytes: 0, maxWaitTime: 0 });
    const parts = answer.responses.flatMap(({ partitions }) => partitions);
    return chunkOf(offset, parts.find(({ partitionIndex }) => partitionIndex === partition)?.records ?? []);
  } catch (error) {
    if (hasCode(error, "OFFSET_OUT_OF_RANGE")) return undefined;
    throw error;
  }
}

/** Whoever leads the partition now. */
const anyEpoch = { currentLeaderEpoch: -1, lastFetchedEpoch: -1 };
