import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { exchange, type StartEdge } from "./edge-server.ts";
import { runNginx } from "./run-nginx.ts";

/** Starts nginx from deploy/edge/nginx/narrows-edge.conf, with ports and folders that are there. */
export const startNginx: StartEdge = async ({
  listFolder,
  originPort,
  purgePort,
  workFolder,
  change = (text) => text,
}) => {
  const port = await findFreePort();
  const text = await readFile(join(rootPath, "deploy/edge/nginx/narrows-edge.conf"), "utf8");
  const site = exchange(text, [
    ["listen 80", `listen 127.0.0.1:${port}`],
    ["127.0.0.1:8787", `127.0.0.1:${originPort}`],
    ["127.0.0.1:8790", `127.0.0.1:${purgePort}`],
    ["/var/cache/nginx/narrows", join(workFolder, "cache")],
    ["/run/narrows-edge", listFolder],
  ]);
  return runNginx(workFolder, change(site), port);
};

/** Takes the look at the list out, so that every copy is used as long as it is fresh. */
export function blindNginx(text: string, listFolder: string): string {
  return exchange(text, [
    [`!-f ${listFolder}/heard/$narrows_tenth`, "-f /nonexistent"],
    [`-f ${listFolder}/`, "-f /nonexistent/"],
  ]);
}
