import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

describe("a first start", () => {
  it("makes one database and one administrator's key, also when four programs start at once", async () => {
    await using folder = await makeTempFolder();
    const dataDir = join(folder.path, "data");
    await using programs = new AsyncDisposableStack();
    const starting = Array.from({ length: 4 }, () => startProgram({ dataDir, env: { ADMIN_KEY: "" } }));
    const started = await Promise.all(starting);
    for (const program of started) programs.use(program);

    const keyPath = join(dataDir, "admin-key");
    expect((await stat(keyPath)).mode & 0o777).toBe(0o600);
    const key = (await readFile(keyPath, "utf8")).trim();
    const authorization = { authorization: `Bearer ${key}` };
    for (const [index, program] of started.entries()) {
      await linksApi(program.http, authorization).mustCreate({ longUrl: `https://example.com/${index}` });
      expect(program.output()).toContain(keyPath);
      expect(program.output()).not.toContain(key);
    }
    for (const program of started) {
      expect(await linksApi(program.http, authorization).listAll()).toHaveLength(started.length);
      await program.stop();
    }
  });
});

describe("a database that a program has open", () => {
  it("is not replaced by a restore", async () => {
    await using folder = await makeTempFolder();
    await using program = await startProgram();
    const api = linksApi(program.http, program.admin);
    const env = { DATA_DIR: program.dataDir };
    await api.mustCreate({ longUrl: "https://example.com/", alias: "before" });
    const copy = join(folder.path, "copy.db");
    expect((await runNarrows(["db", "backup", copy], { env })).exitCode).toBe(0);
    await api.mustCreate({ longUrl: "https://example.com/", alias: "after" });

    const { exitCode, stderr } = await runNarrows(["db", "restore", copy], { env });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/in use|open|running|stop/i)]);
    expect((await api.follow("after")).status).toBe(302);
    expect(await api.listAll()).toHaveLength(2);
    await program.stop();
  });
});
