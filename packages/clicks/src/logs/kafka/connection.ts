import type { ConnectionOptions as TlsOptions } from "node:tls";
import type { BaseOptions } from "@platformatic/kafka";

/** How to reach a Kafka cluster, for both ends of the log. */
export type KafkaConnection = {
  /** `host:port` of one broker or several; the others are learnt from them. */
  readonly brokers: readonly string[];
  readonly topic: string;
  /** What the brokers call this program in their logs and quotas. Default: `narrows`. */
  readonly clientId?: string;
  /** Undefined: no TLS. As in `node:tls`; `{}` trusts the authorities that Node.js knows. */
  readonly tls?: Readonly<TlsOptions>;
  /** Undefined: no sign-in. `PLAIN` sends the password as it is, so only over TLS. */
  readonly sasl?: KafkaSignIn;
  /** Makes the topic where it is missing. Undefined: a missing topic is `LOG_UNAVAILABLE`. */
  readonly createTopic?: KafkaTopicSettings;
};

export type KafkaSignIn = {
  readonly mechanism: "PLAIN" | "SCRAM-SHA-256" | "SCRAM-SHA-512";
  readonly username: string;
  readonly password: string;
};

export type KafkaTopicSettings = {
  /** As many writers can share the work. */
  readonly partitions: number;
  /** Copies of each record, at most as many as there are brokers. */
  readonly replicas: number;
  /** So many of the copies must have a click before it counts as taken. */
  readonly minInsyncReplicas: number;
  /** How long clicks are kept, stored or not, in milliseconds. */
  readonly retentionMs: number;
};

export type KafkaPatience = {
  /** For an answer to one request. */
  readonly requestMs: number;
  /** How often a request is made again before it has failed. */
  readonly retries: number;
};

const connectMs = 5_000;
const retryDelayMs = 200;

/** What every client of the library is given. */
export function clientOptions(connection: KafkaConnection, { requestMs, retries }: KafkaPatience): BaseOptions {
  const { brokers, clientId = "narrows", tls, sasl } = connection;
  return {
    clientId,
    bootstrapBrokers: [...brokers],
    connectTimeout: Math.min(connectMs, requestMs),
    requestTimeout: requestMs,
    // What a broker waits for its copies may not be longer than we wait for the broker.
    timeout: requestMs,
    retries,
    retryDelay: retryDelayMs,
    ...(tls === undefined ? {} : { tls: { ...tls }, tlsServerName: true }),
    ...(sasl === undefined ? {} : { sasl: { ...sasl } }),
  };
}
