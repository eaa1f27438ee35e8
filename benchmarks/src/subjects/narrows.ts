import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countRows } from "../count-rows.ts";
import { fillNarrowsFile } from "../fill-narrows-file.ts";
import { packageVersion } from "../machine.ts";
import { parsePrometheus } from "../prometheus-text.ts";
import { startServer } from "../start-server.ts";
import type { StartOptions, Subject } from "../subject.ts";

const program = fileURLToPath(new URL("../../../apps/cli/bin/narrows.js", import.meta.url));
const adminKey = "nrw_for-benchmarks-only";
const authorization = { authorization: `Bearer ${adminKey}` };

/** The link service as `npm start` starts it, but for clicks: what they cost is told by `click-recording`. */
export const subject: Subject = {
  name: "narrows",
  description: "`narrows serve` with its defaults and CLICKS=off, on SQLite",
  version: async () => packageVersion(new URL("../../../apps/cli/package.json", import.meta.url)),
  missing: async () => undefined,
  fill: (folder, links) => fillNarrowsFile(fileIn(folder), links),
  countLinks: (folder) => countRows(fileIn(folder), "links"),
  forgetStarts: (folder) => rmSync(join(folder, "compile-cache"), { recursive: true, force: true }),
  start: async (options) => {
    const server = await startServer("narrows", options, (port) => commandFor(options, port));
    return {
      ...server,
      create: { path: "/v1/urls", headers: authorization, field: "longUrl" },
      metrics: () => readMetrics(server.origin),
    };
  },
};

/** Where DATA_DIR keeps the database. */
function fileIn(folder: string): string {
  return join(folder, "narrows.db");
}

function commandFor({ folder, settings }: StartOptions, port: number) {
  return {
    command: process.execPath,
    args: [program, "serve"],
    env: { PORT: String(port), DATA_DIR: folder, ADMIN_KEY: adminKey, CLICKS: "off", ...settings },
  };
}

async function readMetrics(origin: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${origin}/metrics`, { headers: authorization, signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`/metrics answered ${response.status}.`);
  return parsePrometheus(await response.text());
}
