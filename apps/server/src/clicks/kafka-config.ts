import { choice, defineConfig, integer, list, onOff, path, text } from "@narrows/service/config";

/** How Kafka is reached, with `CLICKS=kafka`. */
export const kafkaConfigTable = defineConfig([
  {
    name: "KAFKA_BROKERS",
    kind: list(text()),
    default: null,
    secret: false,
    sentence: "Where Kafka answers, such as `kafka-1:9092, kafka-2:9092`; with `CLICKS=kafka`.",
  },
  {
    name: "KAFKA_TOPIC",
    kind: text(),
    default: "narrows.clicks",
    secret: false,
    sentence:
      "The topic of clicks; it must be there, or be made by `KAFKA_CREATE_TOPIC`. See docs/reference/clicks-kafka.md.",
  },
  {
    name: "KAFKA_GROUP",
    kind: text(),
    default: "narrows-clicks",
    secret: false,
    sentence: "The consumer group in which writers share the topic's partitions; one for each click store.",
  },
  {
    name: "KAFKA_CREATE_TOPIC",
    kind: onOff(),
    default: "off",
    secret: false,
    sentence: "Whether the topic is made where it is missing, with `KAFKA_PARTITIONS` and `KAFKA_REPLICAS`.",
  },
  {
    name: "KAFKA_PARTITIONS",
    kind: integer({ min: 1, max: 1_000 }),
    default: "12",
    secret: false,
    sentence: "Partitions of a topic that is made: as many writers can share the work.",
  },
  {
    name: "KAFKA_REPLICAS",
    kind: integer({ min: 1, max: 9 }),
    default: "3",
    secret: false,
    sentence: "Copies of each click in a topic that is made; at most as many as there are brokers.",
  },
  {
    name: "KAFKA_TLS",
    kind: onOff(),
    default: "off",
    secret: false,
    sentence: "Whether Kafka is reached over TLS.",
  },
  {
    name: "KAFKA_CA_FILE",
    kind: path(),
    default: null,
    secret: false,
    sentence:
      "The certificates (PEM) that Kafka's are judged by, with `KAFKA_TLS=on`. Unset: those that Node.js knows.",
  },
  {
    name: "KAFKA_SASL",
    kind: choice("off", "plain", "scram-sha-256", "scram-sha-512"),
    default: "off",
    secret: false,
    sentence: "How this service signs in at Kafka; `plain` sends the password as it is, so only with `KAFKA_TLS=on`.",
  },
  {
    name: "KAFKA_USERNAME",
    kind: text(),
    default: null,
    secret: false,
    sentence: "Who this service is for Kafka, with `KAFKA_SASL`.",
  },
  {
    name: "KAFKA_PASSWORD",
    kind: text(),
    default: null,
    secret: true,
    sentence: "Its password.",
  },
]);
