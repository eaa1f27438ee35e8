import type { ServerConfig } from "../config.ts";

/** Names of what of the options says how clicks are described, logged and counted. */
export const clickSettings = [
  "baseUrl",
  "domains",
  "trustedProxies",
  "dataDir",
  "nodeName",
  "databaseUrl",
  "clickhouseUrl",
  "clicks",
  "clickLogSizeBytes",
  "clickRawRetentionMs",
  "clickRetentionMs",
  "countryHeader",
  "regionHeader",
  "countryFile",
  "kafkaBrokers",
  "kafkaTopic",
  "kafkaGroup",
  "kafkaCreateTopic",
  "kafkaPartitions",
  "kafkaReplicas",
  "kafkaTls",
  "kafkaCaFile",
  "kafkaSasl",
  "kafkaUsername",
  "kafkaPassword",
] as const satisfies readonly (keyof ServerConfig)[];

/** What they say. */
export type ClickConfig = Pick<ServerConfig, (typeof clickSettings)[number]>;
