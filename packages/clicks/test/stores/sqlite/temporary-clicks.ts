import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteClicks, type SqliteClicksOptions } from "../../../src/stores/sqlite/index.ts";
import type { ClickStoreDriver } from "../../../src/testing/index.ts";

export type TemporaryFile = { readonly path: string; readonly remove: () => void };

/** A path in a folder of its own; whoever makes it removes it. */
export function temporaryFile(): TemporaryFile {
  const folder = mkdtempSync(join(tmpdir(), "narrows-clicks-"));
  return { path: join(folder, "clicks.sqlite"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A busy machine must not make a slow answer a wrong one. */
const patient: Omit<SqliteClicksOptions, "path"> = {
  lockTimeoutMs: 60_000,
  storeDeadlineMs: 110_000,
  reportDeadlineMs: 110_000,
};

export const sqliteClicks: ClickStoreDriver = {
  name: "sqlite",
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
