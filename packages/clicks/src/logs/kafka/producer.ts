import { compatibilityPartitioner, Producer, type MessageToProduce } from "@platformatic/kafka";
import { clientOptions, type KafkaConnection } from "./connection.ts";
import { endClient } from "./end-client.ts";
import { findTopic } from "./topic.ts";

export type KafkaCompression = "none" | "gzip" | "lz4" | "snappy" | "zstd";

/** A producer that was found fit to send: signed in, its topic known, its id given. */
export type ReadyProducer = {
  /** Settles when all copies that must have them have them. Not called again before it has settled. */
  send(messages: MessageToProduce[]): Promise<void>;
  /** Ends its connections, whatever they wait for. What is being sent fails. */
  end(): Promise<void>;
};

/**
 * One attempt of the library: as long as it goes on, its broker drops records that it has had already, so it waits
 * longer than a broker that hangs for a minute.
 */
const retries = 5;

export type ProducerOptions = {
  readonly requestMs: number;
  readonly compression: KafkaCompression;
  /** Ends the attempt to get it ready. */
  readonly signal: AbortSignal;
};

/** @throws Whatever the library throws; nothing was sent by then. */
export async function readyProducer(
  connection: KafkaConnection,
  { requestMs, compression, signal }: ProducerOptions,
): Promise<ReadyProducer> {
  const producer = new Producer({
    ...clientOptions(connection, { requestMs, retries }),
    // The library turns it into acks=all and one request at a time for each broker.
    idempotent: true,
    compression,
    // As other clients choose partitions too, so that theirs and ours agree on a key.
    partitioner: compatibilityPartitioner,
  });
  const end = () => endClient(producer);
  const abort = () => void end();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await findTopic(producer, connection);
    await producer.initIdempotentProducer({});
  } catch (error) {
    await end();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
  return { send: async (messages) => void (await producer.send({ messages })), end };
}
