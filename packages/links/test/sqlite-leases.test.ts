import { DatabaseSync } from "node:sqlite";
import { describeLeaseAllocator } from "@narrows/codes/testing";
import { describe, expect, it } from "vitest";
import { openSqlite } from "../src/stores/sqlite/index.ts";
import { patient } from "./patient.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

describeLeaseAllocator({
  name: "in SQLite",
  async open() {
    const folder = temporaryFolder();
    const path = folder.file("links.db");
    const database = await openSqlite({ path, ...patient });
    return {
      allocator: database.leases,
      async openAgain() {
        const again = await openSqlite({ path, ...patient });
        return { allocator: again.leases, close: () => again.close() };
      },
      async close() {
        await database.close();
        folder.remove();
      },
    };
  },
});

describe("the table of leases", () => {
  const { open, after } = useTemporarySqlite();

  it.each([
    ["lowers an epoch", "UPDATE code_leases SET next_epoch = next_epoch - 1 WHERE slot = 0", "never falls"],
    ["moves a slot", "UPDATE code_leases SET slot = 63 - slot", "never falls"],
    ["forgets a slot", "DELETE FROM code_leases WHERE slot = 0", "never removed"],
    ["adds a slot", "INSERT INTO code_leases (slot) VALUES (64)", "constraint"],
    ["goes beyond the last epoch", "UPDATE code_leases SET next_epoch = 8193 WHERE slot = 0", "constraint"],
    ["holds a slot without an end", "UPDATE code_leases SET ends_at = NULL WHERE slot = 0", "constraint"],
  ])("refuses whatever %s, by hand as well", async (_, sql, reason) => {
    const { database, path } = await open();
    await database.leases.acquire({ holder: "node-a", ttlMs: 1_000 });
    const other = new DatabaseSync(path);
    after(() => other.close());
    expect(() => other.exec(sql)).toThrow(reason);
  });
});
