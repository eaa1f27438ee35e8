export type { KafkaConnection, KafkaSignIn, KafkaTopicSettings } from "./connection.ts";
export { openKafkaLog, type KafkaLogOptions } from "./open-log.ts";
export type { KafkaCompression } from "./producer.ts";
export { openKafkaSource, type KafkaSourceOptions } from "./open-source.ts";
