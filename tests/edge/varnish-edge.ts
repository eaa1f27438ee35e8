import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { exchange, runEdge, type StartEdge } from "./edge-server.ts";

/** The path of varnishd; undefined where it could not be had, which the run has said. */
export function varnishProgram(): string | undefined {
  return inject("services")["varnishd"];
}

/** Starts Varnish from deploy/edge/varnish/narrows-edge.vcl, with ports and folders that are there. */
export const startVarnish: StartEdge = async ({ listFolder, originPort, workFolder, change = (text) => text }) => {
  const port = await findFreePort();
  const text = await readFile(join(rootPath, "deploy/edge/varnish/narrows-edge.vcl"), "utf8");
  const vcl = exchange(text, [
    ['.port = "8787"', `.port = "${originPort}"`],
    ["/run/narrows-edge", listFolder],
  ]);
  // Root's Varnish reads and compiles as somebody else.
  await chmod(workFolder, 0o755);
  await writeFile(join(workFolder, "edge.vcl"), change(vcl));
  const args = ["-F", "-f", join(workFolder, "edge.vcl"), "-a", `127.0.0.1:${port}`, "-n", join(workFolder, "run")];
  return runEdge(varnishProgram() ?? "", [...args, "-s", "malloc,16m", "-T", "none"], port);
};

/** Takes the look at the list out, so that every copy is used as long as it is fresh. */
export function blindVarnish(text: string, listFolder: string): string {
  return exchange(text, [
    [`!std.file_exists("${listFolder}/heard/" + std.integer(real=std.real(time=now) * 10.0))`, "false"],
    [`"${listFolder}/`, '"/nonexistent/'],
  ]);
}
