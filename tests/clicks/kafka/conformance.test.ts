import { openKafkaLog, openKafkaSource } from "@narrows/clicks/kafka";
import { describeClickLog, type ClickLogDriver } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { kafkaFolder, startKafka, type KafkaServer } from "../../services/kafka-server.ts";
import { openTopics } from "./kafka-topics.ts";

describe.skipIf(kafkaFolder() === undefined)("the click log", () => {
  let server: KafkaServer | undefined;
  let made = 0;
  beforeAll(async () => {
    server = await startKafka();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  const driver: ClickLogDriver = {
    name: "Kafka",
    async open() {
      const { broker = "" } = server ?? {};
      const topics = openTopics(broker);
      const topic = `clicks-${(made += 1)}`;
      await topics.make(topic);
      const ends = { brokers: [broker], topic, group: topic };
      return {
        // So little that what is there takes several fetches.
        start: async () => ({ log: openKafkaLog(ends), source: openKafkaSource({ ...ends, maxFetchBytes: 65_536 }) }),
        appendForeign: (record) => topics.append(topic, record),
        loseOldest: () => topics.loseOldest(topic, 0.5),
        async remove() {
          await topics.remove(topic);
          await topics[Symbol.asyncDispose]();
        },
      };
    },
  };
  describeClickLog(driver);
});
