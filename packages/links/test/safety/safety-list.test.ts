import { renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createListCheck, parseSafetyList, SafetyCheckError } from "../../src/index.ts";
import { findOnList } from "../../src/safety/safety-list.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const never = new AbortController().signal;

describe("a safety list", () => {
  const list = parseSafetyList(`
# comment
evil.example # and all below
*.worse.example
https://shop.example/fake/   # one folder
HTTP://Shop.Example:8080/a?token=
https://whole.example
`);

  it.each([
    ["https://evil.example/", "host"],
    ["http://a.b.evil.example:8080/x", "host"],
    ["https://EVIL.example./x", "host"],
    ["https://notevil.example/", undefined],
    ["https://worse.example/", "host"],
    ["https://shop.example/fake/page", "address"],
    ["http://shop.example:99/fake/", "address"],
    ["https://shop.example/fak%65/x", "address"],
    ["https://shop.example/./x/../fake/x", "address"],
    ["https://shop.example/fake", undefined],
    ["https://www.shop.example/fake/", undefined],
    ["https://shop.example/a?token=1", "address"],
    ["https://shop.example/a?other=1", undefined],
    ["https://whole.example/anything", "address"],
  ])("judges %s: %s", (destination, kind) => {
    expect(findOnList(list, destination)).toBe(kind);
  });

  it.each(["two words", "https://", "ftp://a.example/", "https://a.example/#part"])("refuses the line %s", (line) => {
    expect(() => parseSafetyList(`fine.example\n${line}`)).toThrow(/Line 2 of the list/);
  });
});

describe("the check by a list", () => {
  const open = (text: string) => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const path = folder.file("list.txt");
    writeFileSync(path, text);
    const faults: unknown[] = [];
    const replace = (next: string): void => {
      writeFileSync(`${path}.new`, next);
      renameSync(`${path}.new`, path);
    };
    return {
      check: createListCheck({ path, onFault: (error) => faults.push(error) }),
      faults,
      replace,
      remove: () => rmSync(path),
    };
  };
  const kinds = async ({ check }: ReturnType<typeof open>, ...destinations: string[]) =>
    (await check.judge(destinations, never)).map(({ kind }) => kind);

  it("reads the file again when it has changed, and has another edition then", async () => {
    const opened = open("a.example\n");
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["suspect", "ok"]);
    const before = await opened.check.edition?.();
    expect(await opened.check.edition?.()).toBe(before);
    opened.replace("b.example\n");
    expect(await opened.check.edition?.()).not.toBe(before);
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["ok", "suspect"]);
  });

  it("reads a long file without a hole in it, and names the line at fault however far down", async () => {
    const hosts = Array.from({ length: 20_000 }, (_, at) => `한국${at}.example`);
    const opened = open(hosts.join("\n"));
    expect(await kinds(opened, ...hosts.map((host) => `https://${host}/`))).toEqual(hosts.map(() => "suspect"));
    opened.replace(`${hosts.join("\n")}\nno host at all`);
    await opened.check.edition?.();
    expect(String(opened.faults[0])).toContain("Line 20001 of");
  });

  it("goes on with what it read before when a changed file cannot be used, and says so", async () => {
    const opened = open("a.example\n");
    const before = await opened.check.edition?.();
    opened.replace("b.example\nno host at all\n");
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["suspect", "ok"]);
    expect(String(opened.faults[0])).toContain("Line 2");
    expect(await opened.check.edition?.()).toBe(before);
    opened.replace("b.example\n");
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["ok", "suspect"]);
  });

  it("reads a file that cannot be used once, and one that cannot be read again at every look", async () => {
    const opened = open("a.example\n");
    await opened.check.edition?.();
    opened.replace("no host at all\n");
    for (let look = 0; look < 3; look += 1) expect(await kinds(opened, "https://a.example/")).toEqual(["suspect"]);
    expect(opened.faults).toHaveLength(3);
    expect(new Set(opened.faults).size).toBe(1);
    opened.replace("no host either\n");
    expect(await kinds(opened, "https://a.example/")).toEqual(["suspect"]);
    expect(new Set(opened.faults).size).toBe(2);
    opened.remove();
    for (let look = 0; look < 3; look += 1) expect(await kinds(opened, "https://a.example/")).toEqual(["suspect"]);
    expect(new Set(opened.faults).size).toBe(5);
  });

  it("judges nothing by a first file that cannot be used, at any look", async () => {
    const opened = open("no host at all\n");
    for (let look = 0; look < 2; look += 1) {
      const error: unknown = await opened.check.judge(["https://a.example/"], never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(SafetyCheckError);
      expect(String((error as SafetyCheckError).cause)).toContain("Line 1 of");
    }
    opened.replace("a.example\n");
    expect(await kinds(opened, "https://a.example/")).toEqual(["suspect"]);
  });
});
