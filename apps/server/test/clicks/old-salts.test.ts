import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { oldSalts } from "../../src/clicks/old-salts.ts";

describe("salts of days that are over", () => {
  let dataDir: string;
  let now = 0;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "narrows-salts-"));
    now = Date.UTC(2026, 10, 30, 12);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const folder = (): string => join(dataDir, "clicks", "salts");
  const make = (...days: readonly string[]): void => {
    mkdirSync(folder(), { recursive: true });
    for (const day of days) writeFileSync(join(folder(), `salt-${day}`), "x".repeat(32));
  };
  async function start() {
    const log = createLogger({ level: "silent", write: () => undefined });
    const part = oldSalts({ config: { dataDir, databaseUrl: undefined }, log, clocks: { now: () => now } });
    await part.start?.(AbortSignal.timeout(10_000));
    return part;
  }

  it("are forgotten at a start, whatever is counted", async () => {
    make("2026-11-28", "2026-11-29", "2026-11-30");
    const part = await start();
    await part.stop?.();
    expect(readdirSync(folder())).toEqual(["salt-2026-11-30"]);
  });

  it("are forgotten within a minute while the service runs, and not after its end", async () => {
    const part = await start();
    make("2026-11-30");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readdirSync(folder())).toEqual(["salt-2026-11-30"]);
    now = Date.UTC(2026, 11, 1, 0, 15);
    // A look that is still at the disk takes the place of the next one, which comes a minute of this clock later.
    while (readdirSync(folder()).length > 0) await vi.advanceTimersByTimeAsync(60_000);
    await part.stop?.();
    make("2026-11-30");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(readdirSync(folder())).toEqual(["salt-2026-11-30"]);
  });
});
