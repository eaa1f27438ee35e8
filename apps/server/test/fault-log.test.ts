import { createLogger } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFaultLog, createOutageLog } from "../src/fault-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const coded = (code: string): Error => Object.assign(new Error(`It is ${code}.`), { code });

function openLog(create = createFaultLog) {
  const lines: string[] = [];
  const log = createLogger({ level: "error", write: (line) => lines.push(line) });
  const written = () =>
    lines.map((line) => {
      const { msg, withheld, requestId } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return [msg, withheld, requestId];
    });
  return { onFault: create(log, "So it is."), written };
}

describe("createFaultLog", () => {
  it("writes the first of many at once, the last a second later with the number of those between, and then rests", () => {
    const { onFault, written } = openLog();
    for (const requestId of ["a", "b", "c", "d"]) onFault(coded("LOCKED"), { requestId });
    expect(written()).toEqual([["So it is.", 0, "a"]]);
    vi.advanceTimersByTime(1_000);
    expect(written().slice(1)).toEqual([["So it is.", 2, "d"]]);
    vi.advanceTimersByTime(60_000);
    expect(written()).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not let one kind of fault hide another", () => {
    const { onFault, written } = openLog();
    for (const error of [coded("LOCKED"), coded("FULL"), new TypeError("bug"), coded("FULL")]) onFault(error);
    expect(written()).toHaveLength(3);
  });

  it("does not grow with the kinds", () => {
    const { onFault, written } = openLog();
    for (let kind = 0; kind < 1_000; kind += 1) onFault(coded(`CODE_${kind}`));
    expect(written()).toHaveLength(51);
  });
});

describe("createOutageLog", () => {
  it("writes one line a minute of each fault that repeats twice a second, with the number of those between", () => {
    const { onFault, written } = openLog(createOutageLog);
    for (let tries = 0; tries < 240; tries += 1) {
      onFault(coded("ECONNREFUSED"));
      vi.advanceTimersByTime(500);
    }
    expect(written().map(([, withheld]) => withheld)).toEqual([0, 118, 119]);
  });
});
