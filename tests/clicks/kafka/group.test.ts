import { openKafkaLog, openKafkaSource } from "@narrows/clicks/kafka";
import { clicksOf, createLogReader, sampleClicks } from "@narrows/clicks/testing";
import { Admin } from "@platformatic/kafka";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { kafkaFolder, startKafka, type KafkaServer } from "../../services/kafka-server.ts";
import { openTopics, type KafkaTopics } from "./kafka-topics.ts";
import { patience, startWriter } from "./pipeline.ts";

describe.skipIf(kafkaFolder() === undefined)("the readers of a topic", () => {
  let server: KafkaServer;
  let topics: KafkaTopics;

  beforeAll(async () => {
    server = await startKafka({ settings: { "group.min.session.timeout.ms": 500 } });
    topics = openTopics(server.broker);
  });
  afterAll(async () => {
    await topics[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const endsOf = (topic: string) => ({ brokers: [server.broker], topic, group: topic, sessionMs: 6_000 });

  function openSource(topic: string) {
    const source = openKafkaSource(endsOf(topic));
    onTestFinished(() => source.close());
    return source;
  }

  async function appendTo(topic: string, count: number): Promise<void> {
    const log = openKafkaLog(endsOf(topic));
    const clicks = sampleClicks(count).map((click, index) => ({ ...click, code: `link-${index % 20}` }));
    await log.append(clicks);
    await log.close();
  }

  it("share its partitions, and give nothing of those that went to others", async () => {
    const topic = "shared";
    await topics.make(topic, 4);
    await appendTo(topic, 200);
    const [first, second] = [openSource(topic), openSource(topic)];
    expect(await first.partitions()).toHaveLength(4);
    const shares = await vi.waitFor(async () => {
      const both = [await first.partitions(), await second.partitions()] as const;
      expect(both.map(({ length }) => length)).toEqual([2, 2]);
      return both;
    }, patience);
    expect(new Set(shares.flat()).size).toBe(4);
    for (const partition of shares[1]) expect(await createLogReader(first).readFrom(partition)).toBeUndefined();
    await second.close();
    await vi.waitFor(async () => expect(await first.partitions()).toHaveLength(4), patience);
    expect(clicksOf(await createLogReader(first).readRecords(200))).toHaveLength(200);
  });

  it("store each click once while partitions go from one to another", async () => {
    const topic = "moving";
    await topics.make(topic, 4);
    await appendTo(topic, 3_000);
    const stays = openSource(topic);
    const writer = startWriter(stays, { checksIds: false });
    for (let turn = 0; turn < 3; turn += 1) {
      const comes = openKafkaSource(endsOf(topic));
      await vi.waitFor(async () => expect((await comes.partitions()).length).toBeGreaterThan(0), patience);
      await comes.close();
    }
    await writer.untilStored(3_000);
    expect(writer.ledger()).toEqual({ stored: 3_000, duplicates: 0 });
  });

  it("are at the end of partitions in which nothing ever was, and of those whose records are gone", async () => {
    const topic = "idle";
    await topics.make(topic, 4);
    // Each click of one link goes into one partition.
    const log = openKafkaLog(endsOf(topic));
    await log.append(sampleClicks(10).map((click) => ({ ...click, code: "alone" })));
    await log.close();
    await topics.loseOldest(topic, 1);
    const startedAt = Date.now();
    const writer = startWriter(openSource(topic));
    const names = [0, 1, 2, 3].map((partition) => `kafka:${topic}/${partition}`);
    await vi.waitUntil(() => names.every((name) => (writer.completeAt.get(name) ?? 0) >= startedAt), patience);
    // And again, though nothing comes.
    const laterAt = Date.now();
    await vi.waitUntil(() => names.every((name) => (writer.completeAt.get(name) ?? 0) >= laterAt), patience);
    expect(writer.ledger()).toEqual({ stored: 0, duplicates: 0 });
  });

  it("read partitions that were added since", async () => {
    const topic = "growing";
    await topics.make(topic, 1);
    const source = openSource(topic);
    expect(await source.partitions()).toHaveLength(1);
    const admin = new Admin({ clientId: "tests", bootstrapBrokers: [server.broker] });
    await admin.createPartitions({
      topics: [{ name: topic, count: 3, assignments: [[1], [1]].map((brokerIds) => ({ brokerIds })) }],
    });
    await admin.close();
    await vi.waitFor(async () => expect(await source.partitions()).toHaveLength(3), patience);
  });

  it("tell the group what is stored, for tools, and read by the store's position all the same", async () => {
    const topic = "told";
    await topics.make(topic, 1);
    await appendTo(topic, 100);
    const source = openSource(topic);
    const reader = createLogReader(source);
    await reader.readRecords(100);
    await reader.release();
    await source.close();
    const admin = new Admin({ clientId: "tests", bootstrapBrokers: [server.broker] });
    const [group] = await admin.listConsumerGroupOffsets({ groups: [topic] });
    await admin.close();
    expect(group?.topics[0]?.partitions[0]?.committedOffset).toBe(100n);
    expect(clicksOf(await createLogReader(openSource(topic)).readRecords(100))).toHaveLength(100);
  });
});
