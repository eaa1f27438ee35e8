import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { countRows } from "../count-rows.ts";
import { codeOf, destinationOf } from "../link-set.ts";
import { packageVersion } from "../machine.ts";
import { startServer } from "../start-server.ts";
import type { Subject } from "../subject.ts";

const program = fileURLToPath(new URL("../servers/express-sqlite.ts", import.meta.url));

/** The usual way to build this service. */
export const subject: Subject = {
  name: "express-sqlite",
  description: "Express 5 on SQLite, a visit counter in the link's row raised by every redirect",
  version: async () => packageVersion(createRequire(import.meta.url).resolve("express/package.json")),
  missing: async () => undefined,
  fill: async (folder, links) => fillFile(join(folder, "links.db"), links),
  countLinks: (folder) => countRows(join(folder, "links.db"), "links"),
  forgetStarts: () => undefined,
  start: async (options) => {
    const server = await startServer("express-sqlite", options, (port) => ({
      command: process.execPath,
      args: [program, String(port), join(options.folder, "links.db")],
    }));
    return { ...server, create: { path: "/api/links", headers: {}, field: "target" } };
  },
};

function fillFile(file: string, links: number): void {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS links (
      id INTEGER PRIMARY KEY,
      address TEXT NOT NULL UNIQUE,
      target TEXT NOT NULL,
      visit_count INTEGER NOT NULL
    );
    BEGIN`);
  const insert = database.prepare("INSERT INTO links (address, target, visit_count) VALUES (?, ?, 0)");
  for (let index = 0; index < links; index++) insert.run(codeOf(index), destinationOf(index));
  database.exec("COMMIT");
  database.close();
}
