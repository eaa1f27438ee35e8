import { openSqlite } from "../../src/stores/sqlite/index.ts";
import type { StoreDriver } from "../../src/testing/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export const driver: StoreDriver = {
  name: "sqlite",
  async open() {
    const folder = temporaryFolder();
    const path = folder.file("links.db");
    const database = await openSqlite({ path });
    return {
      links: database.links,
      keys: database.keys,
      archive: database.archive,
      safety: database.safety,
      reports: database.reports,
      openAgain: () => openSqlite({ path }),
      async close() {
        await database.close();
        folder.remove();
      },
    };
  },
};
