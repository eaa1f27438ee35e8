import { createRequire } from "node:module";
import { join } from "node:path";

/** What of chdb is used. One session is one connection, with settings of its own, to the one data folder. */
export type Session = {
  query(sql: string): string;
  queryAsync(sql: string, options: { readonly format: string }): Promise<{ bytes(): Uint8Array }>;
  close(): void;
};

export type Engine = { openSession(): Session };

/** Loads chdb from the folder where it is installed. Its data stay in `dataFolder`, whatever becomes of the process. */
export function loadEngine(installedIn: string, dataFolder: string): Engine {
  const { Session } = createRequire(join(installedIn, "package.json"))("chdb") as {
    Session: new (path: string) => Session;
  };
  const openSession = () => new Session(dataFolder);
  // Kept open, or the engine would stop with the last session.
  openSession();
  return { openSession };
}
