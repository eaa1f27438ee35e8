import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@narrows/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { readServerConfig } from "../src/index.ts";
import { startWarnings } from "../src/start-warnings.ts";
import { openTestServer } from "./harness/running-server.ts";

async function warnings(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const found = await startWarnings(
    readServerConfig({ DATA_DIR: "/nowhere", ...environment }),
    "http://localhost:8787",
  );
  return found.map(({ option, message }) => `${option}: ${message}`);
}

describe("startWarnings", () => {
  it("warns of short links that lead to this machine while others are listened to", async () => {
    expect(await warnings({ HOST: "0.0.0.0" })).toEqual([
      expect.stringMatching(/^BASE_URL: .*http:\/\/localhost:8787/),
    ]);
    expect(await warnings({ HOST: "::", BASE_URL: "https://sho.rt" })).toEqual([]);
    expect(await warnings({})).toEqual([]);
  });

  it("warns of files that every user of the machine can read, as far as the folder lets them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "narrows-open-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "narrows.db"), "");
    await chmod(join(folder, "narrows.db"), 0o644);
    await writeFile(join(folder, "admin-key"), "");
    await chmod(join(folder, "admin-key"), 0o640);
    await chmod(folder, 0o755);
    expect(await warnings({ DATA_DIR: folder })).toEqual([expect.stringContaining(join(folder, "narrows.db"))]);
    await chmod(folder, 0o700);
    expect(await warnings({ DATA_DIR: folder })).toEqual([]);
  });

  it("warns of a secret that is open to everybody also while its folder is closed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "narrows-open-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "code-secret"), "");
    await chmod(join(folder, "code-secret"), 0o644);
    expect(await warnings({ DATA_DIR: folder })).toEqual([
      expect.stringMatching(/code-secret once its folder is opened or it is copied\. Run chmod 600/),
    ]);
  });

  it("warns of clicks in a log that CLICKS no longer names, and of no empty files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "narrows-left-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const kafka = { DATA_DIR: folder, CLICKS: "kafka", KAFKA_BROKERS: "127.0.0.1:9" };
    const [log, spool] = [join(folder, "clicks", "log", "a"), join(folder, "clicks", "spool", "b")];
    await mkdir(log, { recursive: true });
    await mkdir(spool, { recursive: true });
    await writeFile(join(log, "0000000000000000.jsonl"), "");
    await writeFile(join(spool, "lock"), "1");
    expect(await warnings(kafka)).toEqual([]);
    await writeFile(join(log, "0000000000000000.jsonl"), "{}\n");
    expect(await warnings(kafka)).toEqual([expect.stringMatching(/^CLICKS: .*clicks\/log .*click-writer/)]);
    await writeFile(join(spool, "0000000001.spool"), "x");
    expect(await warnings(kafka)).toEqual([
      expect.stringMatching(/clicks\/log has files of CLICKS=memory/),
      expect.stringMatching(/clicks\/spool has clicks of CLICKS=outbox/),
    ]);
    expect(await warnings({ ...kafka, CLICKS: "off" })).toHaveLength(2);
    expect(await warnings({ DATA_DIR: folder })).toEqual([expect.stringContaining("CLICKS=outbox")]);
  });

  it("is in the log of a start", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "info", write: (line) => lines.push(line) });
    await openTestServer({ log, environment: { HOST: "0.0.0.0" } });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ level: "warn", option: "BASE_URL" }),
    );
  });
});
