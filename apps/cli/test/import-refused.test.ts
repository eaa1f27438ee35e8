import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { openStubService, type StubAnswer } from "./stub-service.ts";
import { makeTempFolder } from "./temp-folder.ts";

const made = {
  status: 201,
  link: { shortCode: "a", shortUrl: "http://127.0.0.1:8787/a", longUrl: "https://a.example" },
};
const taken = {
  status: 409,
  problem: { status: 409, code: "ALIAS_TAKEN", detail: "alias: It is in use.", mend: "Choose." },
};
const past = {
  status: 422,
  problem: { status: 422, code: "EXPIRY_PAST", detail: "expiresAt: Past.", mend: "Or null." },
};

/** A folder, and `links import` of a file in it against a service with one answer. */
async function withFile(name: string, text: string, results: readonly object[]) {
  const folder = await makeTempFolder();
  const answer: StubAnswer = { status: 200, body: { results } };
  const service = await openStubService(answer);
  const file = (of: string) => join(folder.path, of);
  await writeFile(file(name), text);
  return {
    file,
    seen: service.seen,
    run: (...options: readonly string[]) =>
      runCli(["links", "import", file(name), ...options], { NARROWS_SERVER: service.address }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const csv = 'longUrl,note\r\nhttps://a.example,\r\nhttps://b.example,"b ""c""\nd"\r\n\r\nhttps://e.example,e';

describe("the rows that links import is refused", () => {
  test("are told how to mend, each way once", async () => {
    await using at = await withFile("links.csv", csv, [taken, taken, past]);
    const { stdout } = await at.run();
    expect(stdout.split("\n").slice(0, 5)).toEqual([
      "line 2: alias: It is in use. [ALIAS_TAKEN]",
      "line 3: alias: It is in use. [ALIAS_TAKEN]",
      "line 6: expiresAt: Past. [EXPIRY_PAST]",
      "  ALIAS_TAKEN: Choose.",
      "  EXPIRY_PAST: Choose a later instant, or leave expiresAt out for a link that never ends.",
    ]);
  });

  test("are written as they were, under the heading, into a file that can be imported", async () => {
    await using at = await withFile("links.csv", csv, [made, taken, taken]);
    const { exitCode, stdout } = await at.run("--refused", at.file("refused.csv"));
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`correct the refused lines in ${at.file("refused.csv")}`);
    expect(await readFile(at.file("refused.csv"), "utf8")).toBe(
      'longUrl,note\nhttps://b.example,"b ""c""\nd"\nhttps://e.example,e\n',
    );
  });

  test("are written as JSON lines where the file has them", async () => {
    await using at = await withFile("links.jsonl", '{"longUrl":"x"}\n\n{"longUrl":"y"}\n', [made, taken]);
    await at.run("--refused", at.file("refused.ndjson"));
    expect(await readFile(at.file("refused.ndjson"), "utf8")).toBe('{"longUrl":"y"}\n');
  });

  test("leave no file behind where there are none", async () => {
    await using at = await withFile("links.csv", csv, [made, made, made]);
    expect(await at.run("--refused", at.file("refused.csv"))).toMatchObject({ exitCode: 0 });
    expect(existsSync(at.file("refused.csv"))).toBe(false);
  });

  test.each([
    ["links.csv", 1, "[FILE_EXISTS]"],
    ["refused.jsonl", 2, "must end in .csv"],
    ["missing/refused.csv", 1, "[FILE_UNUSABLE]"],
  ])("are not written to %s, and nothing is sent", async (name, code, words) => {
    await using at = await withFile("links.csv", csv, [made, taken, taken]);
    const { exitCode, stderr } = await at.run("--refused", at.file(name));
    expect([at.seen.length, exitCode]).toEqual([0, code]);
    expect(stderr).toContain(words);
  });
});
