import type { Visit } from "@narrows/clicks";
import { createLogger } from "@narrows/service";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CarrierThread } from "../../../src/clicks/carrier/carrier-thread.ts";
import { readServerConfig } from "../../../src/config.ts";

const program = new URL("./scripted-program.ts", import.meta.url);

function open(way = "as-usual") {
  const lines: string[] = [];
  const thread = new CarrierThread({
    config: readServerConfig({ KAFKA_TOPIC: way, CLICKS: "kafka", KAFKA_BROKERS: "127.0.0.1:9" }),
    log: createLogger({ level: "info", write: (line) => lines.push(line) }),
    isWriter: true,
    program,
    restartMs: 1,
  });
  onTestFinished(() => thread.stop(5_000));
  return { thread, lines };
}

function visits(code: string): readonly Visit[] {
  const visit: Visit = {
    domain: "",
    code,
    at: 0,
    method: "GET",
    status: 302,
    remoteAddress: undefined,
    rawHeaders: ["Host", "sho.rt"],
    target: `/${code}`,
    destination: "https://example.com/",
  };
  return [visit, visit];
}

describe("a carrier in a thread of its own", () => {
  it("is started by the first visits, takes them, and says what it says in the log of the process", async () => {
    const { thread, lines } = open();
    expect(await thread.take(visits("fine"))).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: "warn", time: expect.any(String), count: 3, msg: "Said by the thread." },
    ]);
  });

  it("says of visits that were refused why, and sends them again by no more than a word", async () => {
    const { thread } = open();
    const refused = visits("refuse");
    await expect(thread.take(refused)).rejects.toMatchObject({
      code: "LOG_UNAVAILABLE",
      cause: { code: "ENOSPC", cause: { message: "As the test wants." } },
    });
    expect(await thread.take(refused)).toBe(2);
    // Another array is another batch, whatever is in it.
    await expect(thread.take(visits("refuse"))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
  });

  it("says of visits that it died with that nobody knows, and goes on with the next", async () => {
    const { thread, lines } = open();
    await expect(thread.take(visits("die"))).rejects.toMatchObject({ code: "CLICKS_UNSURE" });
    expect(await thread.take(visits("fine"))).toBe(0);
    expect(lines[0]).toContain("The test wants it to die.");
  });

  it("tells a thread whether it is the first", async () => {
    const { thread } = open();
    expect(await thread.take(visits("is-first"))).toBe(1);
    await expect(thread.take(visits("die"))).rejects.toMatchObject({ code: "CLICKS_UNSURE" });
    expect(await thread.take(visits("is-first"))).toBe(0);
  });

  it("sends visits again as a whole where the thread that refused them has died", async () => {
    const { thread } = open();
    const refused = visits("refuse");
    await expect(thread.take(refused)).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    await expect(thread.take(visits("die"))).rejects.toMatchObject({ code: "CLICKS_UNSURE" });
    await expect(thread.take(refused)).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
  });

  it("says what is wrong with the configuration, and leaves no thread", async () => {
    const { thread } = open("misconfigured");
    await expect(thread.start()).rejects.toMatchObject({ faults: [{ option: "COUNTRY_FILE" }] });
  });

  it("refuses visits for as long as it cannot begin: they are certainly not taken", async () => {
    const { thread } = open("broken");
    await expect(thread.take(visits("fine"))).rejects.toThrow("ended with code 1");
  });

  it("is started again and again where it is to run and cannot", async () => {
    const { thread, lines } = open("broken");
    thread.run();
    await vi.waitUntil(() => lines.length >= 2, { timeout: 30_000 });
    expect(lines[1]).toContain("The test wants it to break.");
  });

  it("is ended at the deadline when it does not end by itself, and not begun again", async () => {
    const { thread, lines } = open("deaf");
    await thread.take(visits("fine"));
    await thread.stop(1);
    await expect(thread.take(visits("fine"))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    expect(lines).toHaveLength(1);
  });
});
