import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@narrows/service";
import { expect, it, onTestFinished } from "vitest";
import { oldSalts } from "../../src/clicks/old-salts.ts";

it("salts of days that are over are forgotten at a start, whatever is counted", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "narrows-salts-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const log = createLogger({ level: "silent", write: () => undefined });
  const part = oldSalts({ config: { dataDir, databaseUrl: undefined }, log, clocks: { now: () => Date.UTC(2026, 10, 30, 12) } });
  await part.start?.(AbortSignal.timeout(10_000));

  const folder = join(dataDir, "clicks", "salts");
  mkdirSync(folder, { recursive: true });
  for (const day of ["2026-11-28", "2026-11-29", "2026-11-30"])
    writeFileSync(join(folder, `salt-${day}`), "x".repeat(32));
  await part.start?.(AbortSignal.timeout(10_000));
  expect(readdirSync(folder)).toEqual(["salt-2026-11-30"]);
});
