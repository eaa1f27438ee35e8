import type { CliCommand } from "../cli-command.ts";

/** `narrows db migrate` */
export const dbMigrate: CliCommand = {
  name: "db migrate",
  async run(_, { config, say }) {
    const { migrateSqlite } = await import("@narrows/links/sqlite");
    const { newDatabasePath } = await import("../database/database-path.ts");
    const { onDatabase } = await import("../database/on-database.ts");
    return onDatabase(async () => {
      const path = await newDatabasePath(config());
      const { from, to } = await migrateSqlite(path);
      const human = say(from === to ? "db.upToDate" : "db.migrated", { path, from, to });
      return { json: { path, from, to }, human: `${human}\n` };
    });
  },
};
