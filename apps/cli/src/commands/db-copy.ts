import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CliCommand } from "../cli-command.ts";
import { CliError } from "../cli-error.ts";

type Options = { readonly from?: string; readonly to?: string; readonly merge?: true };

/** `narrows db copy` */
export const dbCopy: CliCommand = {
  name: "db copy",
  declare(command, say) {
    command
      .option("--from <file>", say("db.copyFrom"))
      .option("--to <url>", say("db.copyTo"))
      .option("--merge", say("db.copyMerge"));
  },
  async run(command, { config, say, notice, signal }) {
    const { openSqliteContents } = await import("@narrows/links/sqlite");
    const { openPostgresFiller } = await import("@narrows/links/postgres");
    const { copyClicks } = await import("../database/copy-clicks.ts");
    const { copyDatabase } = await import("../database/copy-database.ts");
    const { copyOutcome } = await import("../database/copy-outcome.ts");
    const { databaseTarget } = await import("../database/database-url.ts");
    const { existingDatabasePath } = await import("../database/database-path.ts");
    const { onDatabaseServer } = await import("../database/on-database-server.ts");
    const options = command.opts<Options>();
    const { url, place } = databaseTarget(options.to, config());
    const path = options.from === undefined ? existingDatabasePath(config()) : requireThere(options.from);
    return onDatabaseServer(async () => {
      const source = await openSqliteContents(path);
      try {
        await using target = disposable(await openPostgresFiller(url));
        notice(say("db.copying", { path, place }));
        const onProgress = createProgress((done, all) => notice(say("db.copyProgress", { done, all })));
        const isMerge = options.merge === true;
        const result = await copyDatabase(source, target, { isMerge, now: Date.now(), onProgress, signal });
        return copyOutcome(result, await copyClicks({ path, url, isMerge, signal }), say);
      } finally {
        source.close();
      }
    });
  },
};

function requireThere(file: string): string {
  const path = resolve(file);
  if (!existsSync(path)) throw new CliError("DATABASE_MISSING", { path });
  return path;
}

function disposable<Target extends { close(): Promise<void> }>(target: Target): Target & AsyncDisposable {
  return { ...target, [Symbol.asyncDispose]: () => target.close() };
}

const linksPerLine = 100_000;

/** Tells of every so many links, lest a large copy seems to hang. */
function createProgress(tell: (done: number, all: number) => void) {
  let told = 0;
  return (done: number, all: number): void => {
    if (done - told < linksPerLine) return;
    told = done;
    tell(done, all);
  };
}
