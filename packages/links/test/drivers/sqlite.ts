import { openSqlite } from "../../src/stores/sqlite/index.ts";
import type { StoreDriver } from "../../src/testing/index.ts";
import { patient } from "../patient.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export const driver: StoreDriver = {
  name: "sqlite",
  async open() {
    const folder = temporaryFolder();
    const path = folder.file("links.db");
    const database = await openSqlite({ path, ...patient });
    return {
      links: database.links,
      keys: database.keys,
      archive: database.archive,
      safety: database.safety,
      reports: database.reports,
      openAgain: () => openSqlite({ path, ...patient }),
      async close() {
        await database.close();
        folder.remove();
      },
    };
  },
};
