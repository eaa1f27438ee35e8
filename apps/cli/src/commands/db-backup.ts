import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { CliCommand } from "../cli-command.ts";

/** `narrows db backup FILE` */
export const dbBackup: CliCommand = {
  name: "db backup",
  declare(command, say) {
    command.argument("<file>", say("db.backupFile"));
  },
  async run(command, { config, say, signal }) {
    const { backupSqlite } = await import("@narrows/links/sqlite");
    const { existingDatabasePath } = await import("../database/database-path.ts");
    const { onDatabase } = await import("../database/on-database.ts");
    const [file = ""] = command.args;
    const { requireFile } = await import("../database/require-file.ts");
    const path = existingDatabasePath(requireFile(config()));
    await onDatabase(async () => {
      // SQLite would say of either file only that it cannot be opened.
      await stat(dirname(resolve(file)));
      await backupSqlite(path, file, signal);
    });
    return { json: { path, file }, human: `${say("db.backedUp", { path, file })}\n` };
  },
};
