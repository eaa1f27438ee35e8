import { describe, expect, it } from "vitest";
import { openTopics } from "../clicks/kafka/kafka-topics.ts";
import { eventually } from "../program/deadline.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { kafkaFolder, startKafka } from "../services/kafka-server.ts";
import { createLink, droppedBy, followTimes, untilAccounted } from "./clicks/served-clicks.ts";

/** `npm run bench -- clicks-faults` holds the broker for a minute, under load. */
const patienceMs = 60_000;
const appendSeconds = 5;
/** Room for some 50 clicks, so that a short stall is a long one. */
const smallBuffer = "64KiB";

describe.skipIf(kafkaFolder() === undefined)("a broker that stalls and goes on", () => {
  it.each([
    { buffer: "32MiB", loses: false },
    { buffer: smallBuffer, loses: true },
  ])(
    "fails no redirect, and every click is stored once or counted as dropped: a buffer of $buffer",
    { timeout: 240_000 },
    async ({ buffer, loses }) => {
      await using kafka = await startKafka();
      await using topics = openTopics(kafka.broker);
      await topics.make("narrows.clicks");
      const env = { CLICKS: "kafka", KAFKA_BROKERS: kafka.broker, CLICK_BUFFER_SIZE: buffer };
      await using program = await startProgram({ env });
      await createLink(program, "stalled");

      let redirects = await followTimes(program, "stalled", 20);
      const before = await untilAccounted(program, "stalled", 20);
      expect(before).toEqual({ stored: 20, dropped: 0 });
      await kafka.hang();
      redirects += await followTimes(program, "stalled", 500);
      await untilStalled(program, loses);
      redirects += await followTimes(program, "stalled", 500);
      expect(await readMetric(program, "narrows_clicks_buffered")).toBeGreaterThan(0);
      kafka.signal("SIGCONT");
      redirects += await followTimes(program, "stalled", 20);

      expect(redirects).toBe(1_040);
      const { stored, dropped } = await untilAccounted(program, "stalled", 1_040);
      expect(stored + dropped).toBe(1_040);
      expect(dropped > 0).toBe(loses);
      // What comes after the stall is no longer dropped.
      await followTimes(program, "stalled", 20);
      expect(await untilAccounted(program, "stalled", 1_060)).toEqual({ stored: stored + 20, dropped });
      expect(await droppedBy(program)).toBe(dropped);
      await program.stop();
    },
  );
});

/** Waits until clicks are dropped, or until the oldest has waited for longer than an append to Kafka may take. */
function untilStalled(program: Program, loses: boolean): Promise<true> {
  const isStalled = async (): Promise<boolean> =>
    loses
      ? (await droppedBy(program)) > 0
      : (await readMetric(program, "narrows_clicks_buffered_oldest_seconds")) > appendSeconds;
  return eventually(patienceMs, "The stall", async () => ((await isStalled()) ? true : undefined));
}
