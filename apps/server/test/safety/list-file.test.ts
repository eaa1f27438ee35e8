import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLogger } from "@narrows/service";
import { expect, it } from "vitest";
import { openTestServer, temporaryFolder } from "../harness/running-server.ts";

it("counts and tells of a SAFETY_LIST_FILE that a pipe has taken the place of, and stops as ever", async () => {
  const path = join(await temporaryFolder(), "list.txt");
  await writeFile(path, "evil.example\n");
  const lines: string[] = [];
  const log = createLogger({ level: "warn", write: (line) => lines.push(line) });
  const server = await openTestServer({ log, environment: { SAFETY_LIST_FILE: path } });
  const states = async (code: string) => (await server.send(`/v1/urls/${code}`)).json()["state"];
  const waits = { timeout: 60_000, interval: 50 };
  const make = async (alias: string) => server.create({ longUrl: `https://evil.example/${alias}`, alias });
  await make("before-it");
  await expect.poll(() => states("before-it"), waits).toBe("quarantined");
  await rm(path);
  await promisify(execFile)("mkfifo", [path]);
  await make("after-it");
  await expect.poll(() => states("after-it"), waits).toBe("quarantined");
  expect((await server.send("/metrics")).text).toMatch(/^narrows_safety_failures_total{check="list"} [1-9]/m);
  expect(lines.filter((line) => line.includes("NOT_A_FILE"))).toHaveLength(1);
  expect(await server.stop()).toEqual([]);
});
