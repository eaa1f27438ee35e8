import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { readServerConfig } from "@narrows/server/config";
import { describe, expect, inject, it } from "vitest";
import { makeCertificate, opensslProgram } from "../program/certificate.ts";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { endChild, keepTrackOf } from "../services/child-processes.ts";

const { caddy } = inject("services");
const files = ["deploy/nginx/narrows.conf", "deploy/caddy/Caddyfile"];
const read = (path: string): string => readFileSync(join(rootPath, path), "utf8");

describe.each(files)("%s", (path) => {
  it("says with which variables Narrows stands behind it", () => {
    const config = readServerConfig(variablesOf(path));
    expect(config.baseUrl?.href).toBe("https://sho.rt/");
    expect([config.host, config.trustedProxies?.blocks]).toEqual(["127.0.0.1", ["127.0.0.1"]]);
    expect(read(path)).toContain(`127.0.0.1:${config.port}`);
  });
});

describe.skipIf(caddy === undefined || opensslProgram() === undefined)("deploy/caddy/Caddyfile", () => {
  it("hands on what is for its host, a bulk request of more than 1 MB too, and answers no other name", async () => {
    await using folder = await makeTempFolder();
    const port = await findFreePort();
    const servicePort = `${await findFreePort()}`;
    await using program = await startProgram({ env: { ...variablesOf("deploy/caddy/Caddyfile"), PORT: servicePort } });
    const file = await prepare(folder.path, port, servicePort);
    const env = {
      PATH: process.env["PATH"],
      HOME: folder.path,
      XDG_DATA_HOME: folder.path,
      XDG_CONFIG_HOME: folder.path,
    };
    const args = ["run", "--adapter", "caddyfile", "--config", file];
    const child = keepTrackOf(spawn(caddy ?? "", args, { env, stdio: "ignore" }));
    try {
      const ready = await eventually(60_000, "Caddy's start", () =>
        ask(port, "sho.rt", "/readyz").catch(() => undefined),
      );
      expect(ready.status).toBe(200);

      const links = Array.from({ length: 1_000 }, (_, index) => ({
        longUrl: `https://a.example/${index}/${"x".repeat(2_000)}`,
      }));
      const headers = { ...program.admin, "content-type": "application/json" };
      const made = await ask(port, "sho.rt", "/v1/urls/bulk", { headers, body: JSON.stringify({ links }) });
      expect(made.status).toBe(200);
      const [, code = ""] = /"shortUrl":"https:\/\/sho\.rt\/(\w+)"/.exec(made.body) ?? [];
      const followed = await ask(port, "sho.rt", `/${code}`);
      expect([followed.status, followed.location]).toEqual([302, links[0]?.longUrl]);
      await expect(ask(port, "other.example", `/${code}`)).rejects.toThrow(/alert|handshake|ECONNRESET/);
    } finally {
      await endChild(child);
    }
  });
});

/** Of the line `# Narrows itself: NAME=value …`. */
function variablesOf(path: string): Record<string, string> {
  const [, line = ""] = /^# Narrows itself: (.*)$/m.exec(read(path)) ?? [];
  return Object.fromEntries(line.split(" ").map((pair) => pair.split("=", 2) as [string, string]));
}

/** The file with a port, a certificate and a service that are there, and none of Caddy's doors to others. */
async function prepare(folder: string, port: number, servicePort: string): Promise<string> {
  const [certificate, key] = await makeCertificate(folder, "sho.rt");
  const site = read("deploy/caddy/Caddyfile")
    .replace("\nsho.rt {", `\nhttps://sho.rt:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`)
    .replace("reverse_proxy 127.0.0.1:8787", `reverse_proxy 127.0.0.1:${servicePort}`);
  const file = join(folder, "Caddyfile");
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  return file;
}

type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** A request with a body is a POST. */
async function ask(port: number, host: string, path: string, { headers = {}, body }: Sent = {}) {
  const sending = request({
    host: "127.0.0.1",
    port,
    servername: host,
    rejectUnauthorized: false,
    method: body === undefined ? "GET" : "POST",
    path,
    headers: { host, ...headers },
    agent: false,
  });
  sending.end(body);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  return { status: answer.statusCode, location: answer.headers.location, body: await textOf(answer) };
}
