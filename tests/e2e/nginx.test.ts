import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { delimiter, join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const run = promisify(execFile);
const [nginx, openssl] = [findProgram("nginx"), findProgram("openssl")];

// Both are in most systems' packages and nothing else here needs them, so they are not installed for this.
describe.skipIf(nginx === undefined || openssl === undefined)("deploy/nginx/narrows.conf", () => {
  it("is what nginx understands, and hands on a bulk request of more than 1 MB", async () => {
    await using folder = await makeTempFolder();
    const [plainPort, tlsPort, servicePort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const env = { BASE_URL: "https://sho.rt", TRUSTED_PROXIES: "127.0.0.1", PORT: `${servicePort}` };
    await using program = await startProgram({ env });
    const options = await prepare(folder.path, { plainPort, tlsPort, servicePort });
    await run(nginx ?? "", ["-t", ...options]);

    const child = spawn(nginx ?? "", [...options, "-g", "daemon off;"], { stdio: "ignore" });
    try {
      await eventually(10_000, "nginx's start", () => canConnect(tlsPort));
      const links = Array.from({ length: 1_000 }, (_, index) => ({
        longUrl: `https://a.example/${index}/${"x".repeat(2_000)}`,
      }));
      const answer = await bulk(tlsPort, JSON.stringify({ links }), program.admin);
      expect(answer.status).toBe(200);
      expect(answer.body.results[999]).toMatchObject({
        link: { shortUrl: expect.stringMatching(/^https:\/\/sho\.rt\//) },
      });
    } finally {
      child.kill("SIGTERM");
      await once(child, "close");
    }
  });
});

function findProgram(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

type Ports = { readonly plainPort: number; readonly tlsPort: number; readonly servicePort: number };

/** Writes what the file needs around it, and the file itself with ports and a certificate that are there. */
async function prepare(folder: string, { plainPort, tlsPort, servicePort }: Ports): Promise<readonly string[]> {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=sho.rt", "-days", "1", "-nodes", "-newkey", "rsa:2048"];
  await run(openssl ?? "", ["req", "-x509", ...subject, "-keyout", key, "-out", certificate]);
  const text = await readFile(join(rootPath, "deploy/nginx/narrows.conf"), "utf8");
  const site = (hasIpv6() ? text : text.replaceAll(/^ *listen \[::\].*$/gm, ""))
    .replaceAll("listen [::]:80;", `listen [::1]:${plainPort};`)
    .replaceAll("listen [::]:443 ", `listen [::1]:${tlsPort} `)
    .replaceAll("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${tlsPort} `)
    .replaceAll("127.0.0.1:8787", `127.0.0.1:${servicePort}`)
    .replaceAll("/etc/letsencrypt/live/sho.rt/fullchain.pem", certificate)
    .replaceAll("/etc/letsencrypt/live/sho.rt/privkey.pem", key);
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(join(folder, "nginx.conf"), around());
  return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));
}

function around(): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`);
  // Workers of root's nginx are somebody else, who may not enter the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} pid nginx.pid; events {} http { access_log off; ${temporary.join(" ")} include site.conf; }`;
}

async function canConnect(port: number): Promise<true | undefined> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

async function bulk(port: number, body: string, authorization: Readonly<Record<string, string>>) {
  const sending = request({
    host: "127.0.0.1",
    port,
    servername: "sho.rt",
    rejectUnauthorized: false,
    method: "POST",
    path: "/v1/urls/bulk",
    headers: { host: "sho.rt", "content-type": "application/json", ...authorization },
  });
  sending.end(body);
  const [response] = await once(sending, "response");
  return { status: response.statusCode as number, body: (await json(response)) as { results: readonly unknown[] } };
}
