import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request as requestPlainly } from "node:http";
import { request } from "node:https";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { nginxProgram, prepareNginx, runNginx } from "../edge/run-nginx.ts";
import { makeCertificate, opensslProgram } from "../program/certificate.ts";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const run = promisify(execFile);

describe.skipIf(nginxProgram() === undefined || opensslProgram() === undefined)("deploy/nginx/narrows.conf", () => {
  it("is what nginx understands, and hands on a bulk request of more than 1 MB", async () => {
    await using folder = await makeTempFolder();
    const [plainPort, tlsPort, servicePort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const env = { BASE_URL: "https://sho.rt", TRUSTED_PROXIES: "127.0.0.1", PORT: `${servicePort}` };
    await using program = await startProgram({ env });
    const site = await makeSite(folder.path, { plainPort, tlsPort, servicePort });
    await run(nginxProgram() ?? "", ["-t", ...(await prepareNginx(folder.path, site))]);

    await using nginx = await runNginx(folder.path, site, tlsPort);
    expect(await plainAnswer(plainPort, "sho.rt")).toBe("https://sho.rt/abc");
    expect(await plainAnswer(plainPort, "other.example")).toBe("none");
    const links = Array.from({ length: 1_000 }, (_, index) => ({
      longUrl: `https://a.example/${index}/${"x".repeat(2_000)}`,
    }));
    const answer = await bulk(nginx.port, JSON.stringify({ links }), program.admin);
    expect(answer.status).toBe(200);
    expect(answer.body.results[999]).toMatchObject({
      link: { shortUrl: expect.stringMatching(/^https:\/\/sho\.rt\//) },
    });
  });
});

type Ports = { readonly plainPort: number; readonly tlsPort: number; readonly servicePort: number };

/** The file with ports and a certificate that are there. */
async function makeSite(folder: string, { plainPort, tlsPort, servicePort }: Ports): Promise<string> {
  const [certificate, key] = await makeCertificate(folder, "sho.rt");
  const text = await readFile(join(rootPath, "deploy/nginx/narrows.conf"), "utf8");
  return (hasIpv6() ? text : text.replaceAll(/^ *listen \[::\].*$/gm, ""))
    .replaceAll(/listen \[::\]:80\b/g, `listen [::1]:${plainPort}`)
    .replaceAll("listen [::]:443 ", `listen [::1]:${tlsPort} `)
    .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${plainPort}`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${tlsPort} `)
    .replaceAll("127.0.0.1:8787", `127.0.0.1:${servicePort}`)
    .replaceAll("/etc/letsencrypt/live/sho.rt/fullchain.pem", certificate)
    .replaceAll("/etc/letsencrypt/live/sho.rt/privkey.pem", key);
}

/** Where HTTP without TLS leads; "none" when the connection is closed without an answer. */
async function plainAnswer(port: number, host: string): Promise<string | undefined> {
  const sending = requestPlainly({ host: "127.0.0.1", port, path: "/abc", headers: { host } });
  sending.end();
  try {
    const [response] = await once(sending, "response");
    response.resume();
    return response.headers.location;
  } catch {
    return "none";
  }
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));
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
