import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSteps } from "../../scripts/check/run-steps.ts";

describe("the steps of a check", () => {
  let root: string;
  const said: string[] = [];

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "narrows-steps-"));
    await program("good", "echo all is well");
    await program("bad", "echo what is wrong; echo and where >&2; exit 3");
    await runAll();
  }, 120_000);

  afterAll(() => rm(root, { recursive: true }));

  async function program(name: string, body: string): Promise<void> {
    const bin = join(root, "node_modules", ".bin");
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`);
    await chmod(join(bin, name), 0o755);
  }

  async function runAll(): Promise<void> {
    const steps = ["bad", "missing", "good"].map((name) => ({ name, command: [name] as const }));
    const { failed } = await runSteps(steps, { root, env: process.env, say: (text) => said.push(text) });
    said.push(`failed: ${failed}`);
  }

  test("all run, also after one that failed", () => {
    expect(said.filter((line) => /^(?:ok|FAILED) /.test(line)).map((line) => line.slice(0, 13).trim())).toEqual([
      "FAILED bad",
      "FAILED missin",
      "ok     good",
    ]);
  });

  test("count as failed when they end with an error or do not start", () => {
    expect(said.at(-1)).toBe("failed: 2");
  });

  test("show their output only when they failed", () => {
    expect(said[1]?.split("\n").toSorted()).toEqual(["and where", "what is wrong"]);
    expect(said.join("\n")).not.toContain("all is well");
  });
});
