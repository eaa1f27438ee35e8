import { Admin, type Base } from "@platformatic/kafka";
import { ClickError } from "../../click-error.ts";
import { clientOptions, type KafkaConnection, type KafkaTopicSettings } from "./connection.ts";
import { hasCode } from "./kafka-fault.ts";

/**
 * Looks for the topic, and makes it where that is wanted.
 *
 * @returns How many partitions it has.
 * @throws {ClickError} `LOG_UNAVAILABLE` for a topic that is not there, with how to make it. Whatever the library throws.
 */
export async function findTopic(client: Base, connection: KafkaConnection): Promise<number> {
  const found = await countPartitions(client, connection.topic);
  if (found !== undefined) return found;
  const { createTopic, topic } = connection;
  if (createTopic === undefined) throw missing(topic);
  await create(connection, createTopic);
  return createTopic.partitions;
}

async function countPartitions(client: Base, topic: string): Promise<number | undefined> {
  try {
    const { topics } = await client.metadata({ topics: [topic], retries: 0 });
    return topics.get(topic)?.partitionsCount;
  } catch (error) {
    // The library tells of a topic that is not there, in words, only.
    if (error instanceof Error && error.message.startsWith("Unknown topic")) return undefined;
    throw error;
  }
}

async function create(connection: KafkaConnection, settings: KafkaTopicSettings): Promise<void> {
  const admin = new Admin(clientOptions(connection, { requestMs: 10_000, retries: 2 }));
  const { partitions, replicas } = settings;
  try {
    await admin.createTopics({ topics: [connection.topic], partitions, replicas, configs: configsOf(settings) });
  } catch (error) {
    // Another process was faster.
    if (!hasCode(error, "TOPIC_ALREADY_EXISTS")) throw error;
  } finally {
    await admin.close();
  }
}

function configsOf({ minInsyncReplicas, retentionMs }: KafkaTopicSettings) {
  return [
    { name: "min.insync.replicas", value: String(minInsyncReplicas) },
    { name: "retention.ms", value: String(retentionMs) },
    { name: "cleanup.policy", value: "delete" },
    // With ours, a broker refuses what a machine sends whose clock is ahead.
    { name: "message.timestamp.type", value: "LogAppendTime" },
  ];
}

function missing(topic: string): ClickError {
  const command =
    `kafka-topics.sh --bootstrap-server HOST:PORT --create --topic ${topic} --partitions 12 --replication-factor 3` +
    " --config min.insync.replicas=2 --config message.timestamp.type=LogAppendTime --config retention.ms=604800000";
  return new ClickError(
    "LOG_UNAVAILABLE",
    `The topic ${topic} is not there. Make it (${command}), or let it be made by configuration.`,
  );
}
