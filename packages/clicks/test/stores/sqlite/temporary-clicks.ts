import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { openSqliteClicks, type SqliteClicks, type SqliteClicksOptions } from "../../../src/stores/sqlite/index.ts";
import type { ClickStoreDriver } from "../../../src/testing/index.ts";

type TemporaryFile = { readonly path: string; readonly remove: () => void };

/** A path in a folder of its own; whoever makes it removes it. */
function temporaryFile(): TemporaryFile {
  const folder = mkdtempSync(join(tmpdir(), "narrows-clicks-"));
  return {
    path: join(folder, "clicks.sqlite"),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A busy machine must not make a slow answer a wrong one. */
const patient: Omit<SqliteClicksOptions, "path"> = {
  lockTimeoutMs: 60_000,
  storeDeadlineMs: 110_000,
  reportDeadlineMs: 110_000,
  closeDeadlineMs: 60_000,
};

export const sqliteClicks: ClickStoreDriver = {
  name: "sqlite",
  exactVisitors: 256,
  async open() {
    const file = temporaryFile();
    const clicks = await openSqliteClicks({ path: file.path, ...patient });
    return {
      clicks,
      openAgain: () => openSqliteClicks({ path: file.path, ...patient }),
      async remove() {
        await clicks.close();
        file.remove();
      },
    };
  },
};

/** Paths and stores for the tests of one file, closed and removed after each test. */
export function useTemporaryClicks() {
  const toEnd: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of toEnd.splice(0).toReversed()) await end();
  });
  return {
    path(): string {
      const file = temporaryFile();
      toEnd.push(file.remove);
      return file.path;
    },
    async open(path: string, options: Partial<SqliteClicksOptions> = {}): Promise<SqliteClicks> {
      const clicks = await openSqliteClicks({ path, ...patient, ...options });
      toEnd.push(() => clicks.close());
      return clicks;
    },
    /** Runs after the test, the last one first. */
    after: (end: () => void | Promise<void>) => void toEnd.push(end),
  };
}
