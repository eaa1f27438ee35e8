import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { exchange, runEdge, type StartEdge } from "./edge-server.ts";

/** The path of nginx; undefined where it could not be had, which the run has said. */
export function nginxProgram(): string | undefined {
  return inject("services")["nginx"];
}

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
  await writeFile(join(workFolder, "site.conf"), change(site));
  await writeFile(join(workFolder, "nginx.conf"), around());
  const options = ["-p", workFolder, "-c", join(workFolder, "nginx.conf"), "-e", join(workFolder, "error.log")];
  return runEdge(nginxProgram() ?? "", [...options, "-g", "daemon off;"], port);
};

function around(): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`);
  // Workers of root's nginx are somebody else, who may not enter the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} pid nginx.pid; events {} http { access_log off; ${temporary.join(" ")} include site.conf; }`;
}

/** Takes the look at the list out, so that every copy is used as long as it is fresh. */
export function blindNginx(text: string, listFolder: string): string {
  return exchange(text, [
    [`!-f ${listFolder}/heard/$narrows_tenth`, "-f /nonexistent"],
    [`-f ${listFolder}/`, "-f /nonexistent/"],
  ]);
}
