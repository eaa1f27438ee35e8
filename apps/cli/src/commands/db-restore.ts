import type { CliCommand } from "../cli-command.ts";

/** `narrows db restore FILE` */
export const dbRestore: CliCommand = {
  name: "db restore",
  declare(command, say) {
    command.argument("<file>", say("db.restoreFile"));
  },
  async run(command, { config, say, signal }) {
    const { restoreSqlite } = await import("@narrows/links/sqlite");
    const { backupErrorOf, requireBackupFile } = await import("../database/backup-file.ts");
    const { newDatabasePath } = await import("../database/database-path.ts");
    const { onDatabase } = await import("../database/on-database.ts");
    const { requireFile } = await import("../database/require-file.ts");
    const [file = ""] = command.args;
    const settings = requireFile(config());
    return onDatabase(async () => {
      await requireBackupFile(file);
      const path = await newDatabasePath(settings);
      await restoreSqlite(file, path, signal).catch((error: unknown) => {
        throw backupErrorOf(error, file);
      });
      return { json: { path, file }, human: `${say("db.restored", { path, file })}\n` };
    });
  },
};
