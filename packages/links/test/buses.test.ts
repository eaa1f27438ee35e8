import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createIpcBus, createIpcRelay } from "../src/buses/ipc.ts";
import { describeChangeBus, type ChangeBusDriver } from "../src/testing/index.ts";

const names = readdirSync(new URL("../src/buses/", import.meta.url)).map((file) => file.replace(/\.ts$/, ""));
const here = (name: string): URL => new URL(`buses/${name}.ts`, import.meta.url);
/** Those that need a server are run with the system tests. */
const there = (name: string): URL => new URL(`../../../tests/links/buses/${name}.ts`, import.meta.url);

describe("the drivers of the bus", () => {
  it.each(names)("can be opened for tests: %s", (name) => {
    expect(existsSync(here(name)) || existsSync(there(name)), `a file ${name}.ts must export a driver`).toBe(true);
  });
});

for (const name of names.filter((found) => existsSync(here(found)))) {
  const { driver } = (await import(here(name).href)) as { driver: ChangeBusDriver };
  describeChangeBus(driver);
}

describe("the bus by ipc", () => {
  it("leaves other messages on the channel to others", () => {
    const relay = createIpcRelay(() => []);
    for (const message of [null, "text", 1, {}, { kind: "narrows:change" }, { kind: "other", text: "x" }]) {
      expect(relay(message)).toBe(false);
    }
  });

  it("fills nobody's memory when the primary does not take messages", async () => {
    const sent: unknown[] = [];
    const bus = createIpcBus({ connected: true, send: (message) => sent.push(message), on: () => 0, off: () => 0 });
    await bus.open(() => undefined);
    for (let count = 0; count < 12_000; count += 1) bus.send("x");
    expect(sent).toHaveLength(10_000);
    expect(bus.stats().dropped).toBe(2_000);
  });
});
