import { readFile } from "node:fs/promises";
import type { KafkaConnection, KafkaSignIn } from "@narrows/clicks/kafka";
import { ConfigError } from "@narrows/service";
import type { ClickConfig } from "./click-settings.ts";

/** What a topic that is made keeps, stored or not. */
const topicRetentionMs = 7 * 24 * 60 * 60_000;

/**
 * What both ends of the log in Kafka are reached by.
 *
 * @throws {ConfigError} When KAFKA_CA_FILE cannot be read.
 */
export async function kafkaConnection(config: ClickConfig): Promise<KafkaConnection> {
  const { kafkaBrokers = [], kafkaTopic, kafkaCreateTopic, kafkaPartitions, kafkaReplicas, nodeName } = config;
  const sasl = signInOf(config);
  return {
    brokers: kafkaBrokers,
    topic: kafkaTopic,
    ...(nodeName === undefined ? {} : { clientId: nodeName }),
    ...(config.kafkaTls ? { tls: await trustOf(config) } : {}),
    ...(sasl === undefined ? {} : { sasl }),
    ...(kafkaCreateTopic
      ? {
          createTopic: {
            partitions: kafkaPartitions,
            replicas: kafkaReplicas,
            // With one copy away clicks are still taken.
            minInsyncReplicas: Math.max(1, kafkaReplicas - 1),
            retentionMs: topicRetentionMs,
          },
        }
      : {}),
  };
}

async function trustOf({ kafkaCaFile }: ClickConfig): Promise<{ readonly ca?: string }> {
  if (kafkaCaFile === undefined) return {};
  try {
    return { ca: await readFile(kafkaCaFile, "utf8") };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError([{ option: "KAFKA_CA_FILE", problem, mend: "Name a PEM file that the service may read." }]);
  }
}

const mechanisms = {
  plain: "PLAIN",
  "scram-sha-256": "SCRAM-SHA-256",
  "scram-sha-512": "SCRAM-SHA-512",
} as const satisfies Readonly<Record<string, KafkaSignIn["mechanism"]>>;

/** The options were refused at the start where name or password is missing. */
function signInOf({ kafkaSasl, kafkaUsername = "", kafkaPassword = "" }: ClickConfig): KafkaSignIn | undefined {
  if (kafkaSasl === "off") return undefined;
  return { mechanism: mechanisms[kafkaSasl], username: kafkaUsername, password: kafkaPassword };
}
