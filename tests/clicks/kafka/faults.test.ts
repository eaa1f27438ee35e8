import { openKafkaLog, openKafkaSource, type KafkaLogOptions, type KafkaSourceOptions } from "@narrows/clicks/kafka";
import { sampleClicks } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { kafkaFolder, startKafka, type KafkaServer } from "../../services/kafka-server.ts";
import { openTopics, type KafkaTopics } from "./kafka-topics.ts";
import { lostIn, patience, record, startRecorder, startWriter, untilTaken } from "./pipeline.ts";

const createTopic = { partitions: 3, replicas: 1, minInsyncReplicas: 1, retentionMs: 86_400_000 };

type EndsOptions = Partial<KafkaLogOptions & KafkaSourceOptions> & { readonly makesTopic?: boolean };

describe.skipIf(kafkaFolder() === undefined)("clicks through a Kafka that fails", () => {
  let server: KafkaServer;
  let topics: KafkaTopics;
  let made = 0;

  beforeAll(async () => {
    server = await startKafka();
    topics = openTopics(server.broker);
  });
  afterAll(async () => {
    await topics[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** Both ends of a topic of its own. */
  function openEnds({ makesTopic = true, ...options }: EndsOptions = {}) {
    const topic = `clicks-${(made += 1)}`;
    const all = { brokers: [server.broker], topic, group: topic, ...(makesTopic ? { createTopic } : {}), ...options };
    const log = openKafkaLog(all);
    onTestFinished(() => log.close());
    /** Reads all of it, whatever others read. */
    const another = (group = `${topic}-again`) => {
      const source = openKafkaSource({ ...all, group });
      onTestFinished(() => source.close());
      return source;
    };
    return { topic, log, source: another(topic), another };
  }

  it("stores every click that was recorded before the broker was there", async () => {
    const impatient = openEnds({ deadlineMs: 500 });
    const { log, source } = openEnds();
    await server.kill();
    await expect(impatient.log.append(sampleClicks(1))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    await expect(impatient.source.partitions()).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    const recorder = startRecorder(log);
    const writer = startWriter(source, { checksIds: false });
    record(recorder, 500);
    await server.restart();
    expect(await untilTaken(recorder)).toEqual({ recorded: 500, taken: 500, dropped: 0 });
    await writer.untilStored(500);
    expect(writer.ledger()).toEqual({ stored: 500, duplicates: 0 });
  });

  it("stores every click once when the broker is killed among them", async () => {
    const { log, source } = openEnds();
    const recorder = startRecorder(log);
    const writer = startWriter(source);
    record(recorder, 1_000);
    await vi.waitUntil(() => recorder.stats().taken > 0, patience);
    await server.kill();
    record(recorder, 1_000, 1_000);
    await server.restart();
    expect(await untilTaken(recorder)).toEqual({ recorded: 2_000, taken: 2_000, dropped: 0 });
    await writer.untilStored(2_000);
    expect(writer.ledger()).toEqual({ stored: 2_000, duplicates: 0 });
  });

  it("misses what the recorder has dropped and nothing else when the broker hangs", async () => {
    const { log, source } = openEnds({ requestMs: 300, deadlineMs: 500 });
    const recorder = startRecorder(log, { maxVisits: 300 });
    const writer = startWriter(source);
    record(recorder, 100);
    await untilTaken(recorder);
    await server.hang();
    record(recorder, 1_000, 100);
    // Long enough that the library gives up its attempt, and a new producer sends the same.
    await vi.waitUntil(() => recorder.stats().oldestAgeMs > 5_000, patience);
    server.signal("SIGCONT");
    const { recorded, taken, dropped } = await untilTaken(recorder);
    expect(dropped).toBeGreaterThan(0);
    expect(taken + dropped).toBe(recorded);
    await writer.untilStored(taken);
    expect(writer.ledger()).toEqual({ stored: taken, duplicates: 0 });
  });

  it("counts once what has landed although its append was given up", async () => {
    const { topic, log, source, another } = openEnds({ requestMs: 300, deadlineMs: 300, settleMs: 300 });
    const clicks = sampleClicks(40);
    await topics.make(topic);
    await vi.waitFor(() => log.append(sampleClicks(1, 1_000)), patience);
    await server.hang();
    await expect(log.append(clicks)).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    server.signal("SIGCONT");
    const inLog = async () => (await topics.ends(topic)).reduce((sum, end) => sum + end, 0);
    await vi.waitUntil(async () => (await inLog()) > 40, patience);
    await vi.waitFor(() => log.append(clicks), patience);
    expect(await inLog()).toBeGreaterThan(80);
    const writer = startWriter(source);
    await writer.untilStored(41);
    await vi.waitUntil(async () => (await source.backlog()).records === 0, patience);
    expect(writer.ledger()).toEqual({ stored: 41, duplicates: 0 });
    // A store that does not look at ids counts them twice.
    const naive = startWriter(another(), { checksIds: false });
    await vi.waitUntil(() => naive.ledger().duplicates >= 40, patience);
  });

  it("tells how to make a topic that is missing, at both ends", async () => {
    const { log, source } = openEnds({ makesTopic: false, deadlineMs: 5_000 });
    const missing = { code: "LOG_UNAVAILABLE", message: expect.stringContaining("kafka-topics.sh") as string };
    await expect(log.append(sampleClicks(1))).rejects.toMatchObject(missing);
    await expect(source.partitions()).rejects.toMatchObject(missing);
  });

  it("takes clicks again when the topic was made", async () => {
    const { topic, log } = openEnds({ makesTopic: false, deadlineMs: 60_000 });
    const appended = log.append(sampleClicks(3));
    await topics.make(topic);
    await appended;
    expect((await topics.ends(topic)).reduce((sum, end) => sum + end, 0)).toBe(3);
  });

  it("tells how many records were removed before they were stored, and stores the others", async () => {
    const { topic, log, source } = openEnds();
    const recorder = startRecorder(log);
    record(recorder, 1_000);
    await untilTaken(recorder);
    await topics.loseOldest(topic, 0.3);
    const writer = startWriter(source);
    await vi.waitUntil(() => writer.ledger().stored + lostIn(writer.events) >= 1_000, patience);
    expect(lostIn(writer.events)).toBeGreaterThan(0);
    expect(writer.ledger()).toEqual({ stored: 1_000 - lostIn(writer.events), duplicates: 0 });
  });
});
