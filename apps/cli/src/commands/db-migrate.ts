import type { CliCommand, Context, Outcome } from "../cli-command.ts";

type Options = { readonly status?: true; readonly dryRun?: true };

/** `narrows db migrate` */
export const dbMigrate: CliCommand = {
  name: "db migrate",
  declare(command, say) {
    command.option("--status", say("db.statusOption")).option("--dry-run", say("db.dryRunOption"));
  },
  async run(command, context) {
    const options = command.opts<Options>();
    const isLook = options.status === true || options.dryRun === true;
    const { databaseUrl } = context.config();
    if (databaseUrl === undefined) return isLook ? lookAtFile(context) : migrateFile(context);
    return onServer(databaseUrl, options, context);
  },
};

async function migrateFile({ config, say }: Context): Promise<Outcome> {
  const { migrateSqlite } = await import("@narrows/links/sqlite");
  const { newDatabasePath } = await import("../database/database-path.ts");
  const { onDatabase } = await import("../database/on-database.ts");
  const { requireFileInUse } = await import("../database/require-file.ts");
  const settings = requireFileInUse(config());
  return onDatabase(async () => {
    const path = await newDatabasePath(settings);
    const { from, to } = await migrateSqlite(path);
    const human = say(from === to ? "db.upToDate" : "db.migrated", { path, from, to });
    return { json: { path, from, to }, human: `${human}\n` };
  });
}

async function lookAtFile({ config, say }: Context): Promise<Outcome> {
  const { readSqliteVersions } = await import("@narrows/links/sqlite");
  const { existingDatabasePath } = await import("../database/database-path.ts");
  const { onDatabase } = await import("../database/on-database.ts");
  const { requireFileInUse } = await import("../database/require-file.ts");
  const settings = requireFileInUse(config());
  return onDatabase(async () => {
    const path = existingDatabasePath(settings);
    const { from, to } = readSqliteVersions(path);
    const human = say(from === to ? "db.upToDate" : "db.behind", { path, from, to });
    return { json: { path, from, to }, human: `${human}\n` };
  });
}

async function onServer(databaseUrl: URL, { status, dryRun }: Options, { say }: Context): Promise<Outcome> {
  const { migratePostgres, readPostgresMigrations } = await import("@narrows/links/postgres");
  const { migrationsOutcome } = await import("../database/migrations-outcome.ts");
  const { targetAt } = await import("../database/database-url.ts");
  const { onDatabaseServer } = await import("../database/on-database-server.ts");
  const { url, place: path } = targetAt(databaseUrl);
  return onDatabaseServer(async () => {
    if (status === true) return migrationsOutcome(path, await readPostgresMigrations({ url }), say);
    const { from, to, steps } = await migratePostgres({ url, isDryRun: dryRun === true });
    const text = dryRun === true ? "db.behind" : "db.migrated";
    const lines = [
      say(from === to ? "db.upToDate" : text, { path, from, to }),
      ...steps.map(({ name }) => `  ${name}`),
    ];
    return { json: { database: path, from, to, steps }, human: `${lines.join("\n")}\n` };
  });
}
