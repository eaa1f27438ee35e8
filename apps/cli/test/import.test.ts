import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failureOf } from "../src/failure.ts";
import { batchesOf } from "../src/import/batches.ts";
import { csvRecords } from "../src/import/csv-records.ts";
import { csvRows } from "../src/import/csv-rows.ts";
import { jsonRows } from "../src/import/json-rows.ts";
import { sayIn } from "../src/texts/say.ts";
import { runCli } from "./run-cli.ts";
import { openStubService, type StubAnswer } from "./stub-service.ts";
import { makeTempFolder } from "./temp-folder.ts";

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

const cellsOf = (text: string) => csvRecords(text).map(({ cells }) => cells);

describe("CSV", () => {
  test.each([
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ['"a,b","c ""d"""\n', [["a,b", 'c "d"']]],
    ['"two\nlines",b', [["two\nlines", "b"]]],
    ["a,,\n", [["a", "", ""]]],
    ["a,", [["a", ""]]],
    ['""', []],
    ["\n\na\n\n", [["a"]]],
    ["", []],
  ])("%j is taken apart", (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test.each(['a,"b', 'a"b,c', '"a"b,c'])("%j is refused for its quotes", (text) => {
    expect(() => csvRecords(text)).toThrow(expect.objectContaining({ code: "ROW_MALFORMED", values: { line: 1 } }));
  });

  test("becomes the fields of links, without the empty cells", () => {
    const text = "longUrl,tags,status,reuse,alias,maxClicks\nhttps://a.example,spring; new year,307,true,,1\n";
    expect(csvRows(text).rows.map(({ line, json }) => [line, JSON.parse(json)])).toEqual([
      [2, { longUrl: "https://a.example", tags: ["spring", "new year"], status: 307, reuse: true, maxClicks: 1 }],
    ]);
  });

  test("counts lines as an editor does, also behind a cell of two lines", () => {
    expect(
      csvRows('longUrl,note\nhttps://a.example,"a\nb"\n\nhttps://b.example,\n').rows.map(({ line }) => line),
    ).toEqual([2, 5]);
  });

  test.each([
    ["an unknown heading", "longUrl,slug\n", 1, "It names slug,"],
    ["a heading that is there twice", "longUrl,longUrl\n", 1, "It names longUrl twice"],
    ["no longUrl", "alias\n", 1, "It must name longUrl"],
    [
      "a missing cell",
      "longUrl,alias\nhttps://a.example,a\nhttps://b.example\n",
      3,
      "as many cells as the first line: 2.",
    ],
    ["an impossible budget", "longUrl,maxClicks\nhttps://a.example,0\n", 2, "maxClicks must be a whole number"],
    ["an impossible status", "longUrl,status\nhttps://a.example,303\n", 2, "status must be 301"],
    ["an unclear reuse", "longUrl,reuse\nhttps://a.example,yes\n", 2, "reuse must be true"],
  ])("with %s is refused at its line, and what is wrong is named", (_, text, line, words) => {
    const say = sayIn("en");
    const failure = failureOf(
      thrownBy(() => csvRows(text)),
      say,
    );
    expect(failure).toMatchObject({ code: "ROW_MALFORMED", message: expect.stringContaining(`Line ${line} `) });
    expect(failure.mend).toContain(words);
  });
});

describe("JSON lines", () => {
  test("are handed on as they are", () => {
    const twice = '{"longUrl":"https://a.example","longUrl":"https://b.example"}';
    expect(jsonRows(`${twice}\r\n\n {"longUrl":1}`).rows).toEqual([
      { line: 1, json: twice, source: twice },
      { line: 3, json: '{"longUrl":1}', source: '{"longUrl":1}' },
    ]);
  });

  test.each(["[]", "null", "{", '{"a":1},{"b":2}'])("refuse %s", (text) => {
    expect(() => jsonRows(text)).toThrow(expect.objectContaining({ code: "ROW_MALFORMED" }));
  });
});

describe("batchesOf", () => {
  const row = (json: string) => ({ line: 1, json, source: json });

  test("sends at most 1,000 rows at once, each once and in order", () => {
    const rows = Array.from({ length: 2001 }, (_, index) => row(`{"longUrl":"https://a.example/${index}"}`));
    const batches = batchesOf(rows);
    expect(batches.map((batch) => batch.rows.length)).toEqual([1000, 1000, 1]);
    expect(batches.flatMap((batch) => batch.rows)).toEqual(rows);
    expect(JSON.parse(batches[2]?.body ?? "")).toEqual({ links: [{ longUrl: "https://a.example/2000" }] });
  });

  test("sends at most 8 MiB of rows at once", () => {
    const rows = Array.from({ length: 3 }, () => row(`"${"x".repeat(4 * 1024 * 1024 - 2)}"`));
    expect(batchesOf(rows).map((batch) => batch.rows.length)).toEqual([2, 1]);
  });

  test("gives the same rows the same keys, and equal batches of one file different ones", () => {
    const rows = Array.from({ length: 2000 }, () => row("{}"));
    const keys = batchesOf(rows).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
    expect(batchesOf(rows).map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
    expect(batchesOf([row('{"a":1}')])[0]?.idempotencyKey).not.toBe(keys[0]);
    for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
  });
});

describe("narrows links import", () => {
  const link = { shortCode: "a", shortUrl: "http://127.0.0.1:8787/a", longUrl: "https://a.example" };
  const problem = { status: 409, code: "ALIAS_TAKEN", detail: "alias: It is in use.", field: "alias", mend: "Choose." };
  const csv = "longUrl,alias\nhttps://a.example,a\nhttps://b.example,b\n";

  async function importFile(name: string, text: string | Uint8Array, answer: StubAnswer, options: string[] = []) {
    await using folder = await makeTempFolder();
    await using service = await openStubService(answer);
    const path = join(folder.path, name);
    await writeFile(path, text);
    const finished = await runCli(["links", "import", path, ...options], { NARROWS_SERVER: service.address });
    return { ...finished, seen: service.seen };
  }

  test("sends the file's links with a key of their own, and shows them", async () => {
    const results = [
      { status: 201, link },
      { status: 200, link },
    ];
    const { seen, stdout, exitCode } = await importFile("links.csv", `\uFEFF${csv}`, {
      status: 200,
      body: { results },
    });
    expect(exitCode).toBe(0);
    expect(seen[0]).toMatchObject({ method: "POST", url: "/v1/urls/bulk" });
    expect(seen[0]?.headers["idempotency-key"]).toMatch(/^import-[0-9a-f]{64}-1$/);
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
      links: [
        { longUrl: "https://a.example", alias: "a" },
        { longUrl: "https://b.example", alias: "b" },
      ],
    });
    expect(stdout).toContain("2     http://127.0.0.1:8787/a  https://a.example");
    expect(stdout).toContain("Links made, now or by this file before: 1. Reused: 1. Lines refused: 0.");
  });

  test("tells the refused lines, what to do about them, and exits with 1", async () => {
    const results = [
      { status: 201, link },
      { status: 409, problem },
    ];
    const body = { results };
    const { stdout, stderr, exitCode } = await importFile("links.csv", csv, { status: 200, body });
    expect([exitCode, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("line 3: alias: It is in use. [ALIAS_TAKEN]\n");
    expect(stdout).toContain("into a file of their own");
    const json = JSON.parse((await importFile("links.csv", csv, { status: 200, body }, ["--json"])).stdout);
    expect(json).toMatchObject({ made: 1, reused: 0, refused: 1, links: [{ line: 2, link }] });
    expect(json.refusals).toMatchObject([{ line: 3, code: "ALIAS_TAKEN", field: "alias" }]);
  });

  test("names the line of a field that the service refuses with the whole request", async () => {
    const body = { ...problem, code: "UNKNOWN_FIELD", field: "links[1].slug", detail: "links[1].slug: Not known." };
    const { stderr } = await importFile("links.jsonl", '{"longUrl":"x"}\n\n{"slug":1}\n', { status: 400, body });
    expect(stderr).toContain("narrows: line 3: slug: Not known. [UNKNOWN_FIELD]");
  });

  test.each([
    ["another ending", "links.txt", csv, [2, ".csv, .jsonl or .ndjson"]],
    ["bytes that are not UTF-8", "links.csv", Uint8Array.of(0x61, 0xff), [2, "UTF-8"]],
    ["a line that is no link", "links.jsonl", '{"longUrl":"x"}\n[]\n', [1, "Line 2 is not a link. Nothing was sent."]],
  ] as const)("refuses a file with %s before anything is sent", async (_, name, text, [code, words]) => {
    const { seen, exitCode, stderr } = await importFile(name, text, { status: 200, body: { results: [] } });
    expect([seen.length, exitCode]).toEqual([0, code]);
    expect(stderr).toContain(words);
  });

  test("says of a missing file that it is missing", async () => {
    const { exitCode, stderr } = await runCli(["links", "import", "/nonexistent/links.csv"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[FILE_UNUSABLE]");
  });
});
