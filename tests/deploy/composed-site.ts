import { execFile } from "node:child_process";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { rootPath } from "../program/narrows-path.ts";
import type { ComposeService } from "./compose-file.ts";

const run = promisify(execFile);

/** Runs the edge's command of deploy/compose.yaml up to where nginx would start, and gives the site that it has made. */
export async function makeComposedSite(edge: ComposeService, folder: string): Promise<string> {
  const { command: [shell = "", option = "", script = ""] = [], environment = {} } = edge;
  await cp(join(rootPath, "deploy/edge/nginx"), join(folder, "mounted"), { recursive: true });
  await mkdir(join(folder, "made"));
  const here = script
    .replaceAll("/etc/narrows/", `${folder}/mounted/`)
    .replaceAll("/etc/nginx/conf.d/", `${folder}/made/`)
    .replace("exec nginx -g 'daemon off;'", "");
  const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, `${value}`]));
  await run(shell, [option, here], { env: { PATH: process.env["PATH"], ...env } });
  return readFile(join(folder, "made/narrows-edge.conf"), "utf8");
}
