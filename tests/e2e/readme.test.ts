import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readRecipes, type Recipe } from "../program/readme-recipes.ts";
import { runShell } from "../program/run-shell.ts";
import { makeTempFolder, type TempFolder } from "../program/temp-folder.ts";

const readmePath = new URL("../../README.md", import.meta.url);

describe("the README's recipes, run as printed", () => {
  let folder: TempFolder;
  let program: Program;
  let recipes: readonly Recipe[];

  // As with `npm start`: the data is in ./data and the administrator's key is made by the program itself.
  const start = () => startProgram({ dataDir: join(folder.path, "data"), env: { ADMIN_KEY: "" } });
  const run = (lines: string) => runShell(lines, { cwd: folder.path, origin: `http://localhost:${program.port}` });
  const blocksOf = (index: number) => recipes[index]?.blocks ?? [];

  beforeAll(async () => {
    recipes = await readRecipes();
    folder = await makeTempFolder();
    program = await start();
  });

  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("are three, with something to run in each", () => {
    expect(recipes.map(({ heading, blocks }) => [heading.slice(0, 2), blocks.length > 0])).toEqual([
      ["1.", true],
      ["2.", true],
      ["3.", true],
    ]);
  });

  it("shorten a link and follow it", async () => {
    const output = await run(blocksOf(0).join("\n"));
    expect(output).toContain('"shortUrl":"http://localhost:');
    expect(output).toMatch(/^HTTP\/1\.1 302 Found\r$/m);
    expect(output).toMatch(/^Location: https:\/\/example\.com\/a\?b=c&d=%7E#e\r$/im);
  });

  it("choose the code and repeat without harm", async () => {
    const output = await run(blocksOf(1).join("\n"));
    const half = output.length / 2;
    expect(output.slice(0, half)).toBe(output.slice(half));
    expect(JSON.parse(output.slice(0, half))).toMatchObject({
      shortCode: "spring",
      expiresAt: "2030-05-31T14:59:59.000Z",
    });
    expect((await program.http.ask("GET", "/spring")).status).toBe(302);
  });

  it("follow a link as a person and as programs, and tell them apart", async () => {
    const [, section = ""] = /^## See who followed$([^]*?)^## /m.exec(await readFile(readmePath, "utf8")) ?? [];
    const [follow = "", stats = ""] = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code = ""]) => code);
    await run(follow);
    const counted = await eventually(60_000, "The count of a click", async () => {
      const output = await run(stats);
      return /^CLICKS +[1-9]/m.test(output) && /^PROGRAMS +[3-9]/m.test(output) ? output : undefined;
    });
    // The third program is the test above.
    expect(counted).toMatch(/^CLICKS +1$/m);
    expect(counted).toMatch(/^PROGRAMS +3$/m);
  });

  it("back up while it runs, and restore", async () => {
    const [backup = "", restore = ""] = blocksOf(2);
    await run(backup);
    expect((await linksApi(program.http).follow("kept")).status).toBe(410);
    await program.stop();
    // The block ends by starting the service, which is this test's own work.
    expect(restore).toMatch(/\nnpm start\n$/);
    await run(restore.replace(/npm start\n$/, ""));
    program = await start();
    expect((await linksApi(program.http).follow("kept")).locations).toEqual(["https://example.com/kept"]);
  });
});
