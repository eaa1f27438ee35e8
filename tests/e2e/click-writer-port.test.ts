import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { openFileLog } from "@narrows/clicks/files";
import { newClick } from "@narrows/clicks/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../program/deadline.ts";
import { childEnvironment, narrowsPath } from "../program/narrows-path.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { endChild, keepTrackOf } from "../services/child-processes.ts";

const deadlineMs = 60_000;

/** `narrows click-writer` with a port, which a test ends or leaves to be ended after it. */
function startWriter(dataDir: string, port: number) {
  const env = childEnvironment({ DATA_DIR: dataDir, CLICK_WRITER_PORT: String(port) });
  const child = keepTrackOf(
    spawn(process.execPath, [narrowsPath, "click-writer"], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  onTestFinished(() => endChild(child, "SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return { child, said: () => said };
}

/** Where it says that it listens. */
function addressOf(said: () => string): Promise<string> {
  return eventually(deadlineMs, "The port", async () => {
    const port = /"port":(\d+),"msg":"Shows metrics\."/.exec(said())?.[1];
    return port === undefined ? undefined : `http://127.0.0.1:${port}`;
  });
}

async function logClicks(dataDir: string, count: number): Promise<void> {
  const folder = join(dataDir, "clicks", "log");
  mkdirSync(folder, { recursive: true });
  const log = await openFileLog({ folder, partition: "before", now: Date.now });
  await log.append(Array.from({ length: count }, () => newClick({ at: Date.now() })));
  await log.close();
}

describe("the port of a click writer", () => {
  it(
    "shows metrics and health to whoever asks, nothing else, and closes with the writer",
    { timeout: 3 * deadlineMs },
    async () => {
      await using folder = await makeTempFolder();
      await logClicks(folder.path, 30);
      const { child, said } = startWriter(folder.path, 0);
      const address = await addressOf(said);
      const health = await fetch(`${address}/healthz`);
      expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
      await eventually(deadlineMs, "The count", async () => {
        const page = await fetch(`${address}/metrics`);
        expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
        const body = await page.text();
        expect(body).toMatch(/^process_cpu_seconds_total /m);
        return /^narrows_clicks_stored_total 30$/m.test(body) ? true : undefined;
      });
      for (const [method, path] of [
        ["GET", "/"],
        ["POST", "/metrics"],
        ["GET", "/v1/urls"],
      ] as const) {
        const answer = await fetch(`${address}${path}`, { method });
        expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: "NOT_FOUND" })]);
      }
      const head = await fetch(`${address}/healthz`, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      child.kill("SIGTERM");
      expect(await once(child, "close")).toEqual([0, null]);
      await expect(fetch(`${address}/healthz`)).rejects.toThrow("fetch failed");
    },
  );

  it("says which option is wrong where another has the port", { timeout: deadlineMs }, async () => {
    await using folder = await makeTempFolder();
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { child, said } = startWriter(folder.path, (other.address() as AddressInfo).port);
    expect(await once(child, "close")).toEqual([2, null]);
    expect(said()).toMatch(/CLICK_WRITER_PORT: \d+ is in use by another program/);
  });
});

describe("a click writer", () => {
  it("counts into no file where the service uses PostgreSQL", { timeout: 3 * deadlineMs }, async () => {
    await using folder = await makeTempFolder();
    await logClicks(folder.path, 30);
    writeFileSync(join(folder.path, "narrows.database"), "some-database\n");
    const { child, said } = startWriter(folder.path, 0);
    const [exitCode] = await once(child, "close");
    expect([exitCode, said()]).toEqual([2, expect.stringContaining("DATABASE_URL")]);
    expect(existsSync(join(folder.path, "clicks", "clicks.sqlite"))).toBe(false);
  });
});
