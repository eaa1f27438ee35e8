import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import * as fileSystem from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endOfLog } from "@narrows/clicks";
import { openSqliteClicks } from "@narrows/clicks/sqlite";
import { newClick } from "@narrows/clicks/testing";
import { createLogger } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clickFolders } from "../../src/clicks/click-folders.ts";
import { createEndLostLogs } from "../../src/clicks/end-lost-logs.ts";
import { createLate } from "../../src/clicks/late.ts";
import { readServerConfig } from "../../src/config.ts";

const at = Date.UTC(2026, 10, 30, 12);

describe("logs that the click store waits for and that are lost", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "narrows-lost-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** A store that has read these to their end, as a copy that was put back. */
  async function makeStore(...partitions: readonly string[]): Promise<void> {
    mkdirSync(clickFolders(dataDir).folder);
    const store = await openSqliteClicks({ path: clickFolders(dataDir).database });
    for (const [index, partition] of partitions.entries()) {
      const clicks = [newClick({ at: at + index })];
      await store.store({ partition, from: 0, to: 20, clicks, dead: [] });
      await store.complete(partition, at);
    }
    await store.close();
  }

  /** What is logged by a start, and what the store waits for after it; undefined where it was not asked. */
  async function start(environment: Readonly<Record<string, string>> = {}) {
    const config = readServerConfig({ DATA_DIR: dataDir, ...environment });
    const lines: string[] = [];
    const log = createLogger({ level: "debug", write: (line) => lines.push(line) });
    const store = createLate(() => openSqliteClicks({ path: clickFolders(dataDir).database }));
    await createEndLostLogs({ config, store, log, now: () => at })();
    const opened = await store.opened();
    const partitions = await opened?.partitions();
    await opened?.close();
    const waitedFor = partitions?.filter(({ completeAt }) => completeAt !== endOfLog).map(({ partition }) => partition);
    return { logged: lines.map((line) => JSON.parse(line) as object), waitedFor, partitions };
  }

  it("are waited for no longer, which is told once; where they stood stays", async () => {
    await makeStore("gone", "here");
    mkdirSync(join(clickFolders(dataDir).log, "here"), { recursive: true });
    const { logged, waitedFor, partitions } = await start();
    expect(waitedFor).toEqual(["here"]);
    expect(partitions).toMatchObject([{ partition: "gone", at: 20 }, { partition: "here" }]);
    expect(logged).toMatchObject([{ level: "warn", partitions: ["gone"] }]);
    expect(await start()).toMatchObject({ logged: [], waitedFor: ["here"] });
  });

  it("are not those of another CLICKS, which may be alive", async () => {
    await makeStore("kafka:clicks/0", "outbox");
    expect(await start()).toMatchObject({ logged: [], waitedFor: ["kafka:clicks/0", "outbox"] });
  });

  it("cannot be told where the store counts for other nodes, too", async () => {
    await makeStore("gone");
    for (const shared of [{ DATABASE_URL: "postgres://x@127.0.0.1:9/x" }, { CLICKHOUSE_URL: "http://127.0.0.1:9" }]) {
      expect(await start(shared)).toMatchObject({ logged: [], waitedFor: undefined });
    }
  });

  it("are looked for again where the disk does not answer, which holds one call, and ended once it does", async () => {
    await makeStore("gone");
    const waiting: (() => void)[] = [];
    let isMended = false;
    const readdir = async (): Promise<readonly string[]> => {
      if (!isMended) await new Promise<void>((resolve) => waiting.push(resolve));
      return [];
    };
    const files = { ...fileSystem, readdir } as unknown as typeof fileSystem;
    const lines: string[] = [];
    const store = createLate(() => openSqliteClicks({ path: clickFolders(dataDir).database }));
    const endLostLogs = createEndLostLogs({
      config: readServerConfig({ DATA_DIR: dataDir }),
      store,
      log: createLogger({ level: "warn", write: (line) => lines.push(line) }),
      now: () => at,
      disk: { files, hungMs: 50 },
    });
    const fails = () => expect(endLostLogs()).rejects.toThrow("The file system");
    while (waiting.length === 0) await fails();
    for (let tries = 0; tries < 5; tries += 1) await fails();
    expect([waiting.length, lines]).toEqual([1, []]);
    isMended = true;
    for (const answer of waiting) answer();
    await vi.waitFor(endLostLogs, { timeout: 30_000 });
    expect(lines).toHaveLength(1);
    await (await store.opened())?.close();
  });

  it("are looked for in no file before there is one", async () => {
    expect(await start()).toMatchObject({ logged: [], waitedFor: undefined });
  });
});
