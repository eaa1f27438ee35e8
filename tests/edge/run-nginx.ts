import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { runEdge, type EdgeServer } from "./edge-server.ts";

/** The path of nginx; undefined where it could not be had, which the run has said. */
export function nginxProgram(): string | undefined {
  return inject("services")["nginx"];
}

/** Writes a site and what it needs around it. @returns The options with which nginx reads that. */
export async function prepareNginx(folder: string, site: string): Promise<readonly string[]> {
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(join(folder, "nginx.conf"), around());
  return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
}

/** Runs nginx with a site that listens on this port, and whatever else it writes in this folder. */
export async function runNginx(folder: string, site: string, port: number): Promise<EdgeServer> {
  const options = await prepareNginx(folder, site);
  return runEdge(nginxProgram() ?? "", [...options, "-g", "daemon off;"], port);
}

function around(): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`);
  // Workers of root's nginx are somebody else, who may not enter the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} pid nginx.pid; events {} http { access_log off; ${temporary.join(" ")} include site.conf; }`;
}
