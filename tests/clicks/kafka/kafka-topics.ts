import { Admin, Producer, stringSerializers } from "@platformatic/kafka";

/** What a test does with a broker beside the log. */
export type KafkaTopics = AsyncDisposable & {
  make(topic: string, partitions?: number): Promise<void>;
  remove(topic: string): Promise<void>;
  /** The offset after the last record of each partition. */
  ends(topic: string): Promise<readonly number[]>;
  /** Removes the first records of each partition, as retention does: the share of them that is given. */
  loseOldest(topic: string, share: number): Promise<void>;
  /** Writes a record as some other program would. */
  append(topic: string, record: string): Promise<void>;
};

export function openTopics(broker: string): KafkaTopics {
  const client = { clientId: "tests", bootstrapBrokers: [broker], retries: 20, retryDelay: 100 };
  const admin = new Admin(client);

  async function ends(topic: string): Promise<readonly number[]> {
    const { topics } = await admin.metadata({ topics: [topic] });
    const indexes = [...Array(topics.get(topic)?.partitionsCount ?? 0).keys()];
    const asked = indexes.map((partitionIndex) => ({ partitionIndex, timestamp: -1n }));
    const [listed] = await admin.listOffsets({ topics: [{ name: topic, partitions: asked }] });
    const found = new Map(listed?.partitions.map((each) => [each.partitionIndex, Number(each.offset)]));
    return indexes.map((index) => found.get(index) ?? 0);
  }

  return {
    make: async (topic, partitions = 3) =>
      void (await admin.createTopics({ topics: [topic], partitions, replicas: 1 })),
    remove: (topic) => admin.deleteTopics({ topics: [topic] }),
    ends,
    async loseOldest(topic, share) {
      const partitions = (await ends(topic)).map((end, partition) => ({
        partition,
        offset: BigInt(Math.floor(end * share)),
      }));
      await admin.deleteRecords({ topics: [{ name: topic, partitions }] });
    },
    async append(topic, value) {
      const producer = new Producer({ ...client, serializers: stringSerializers });
      await producer.send({ messages: [{ topic, key: "foreign", value }] });
      await producer.close();
    },
    [Symbol.asyncDispose]: () => admin.close(),
  };
}
