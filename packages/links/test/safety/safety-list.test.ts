import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createListCheck, maxSafetyListBytes, parseSafetyList, SafetyCheckError } from "../../src/index.ts";
import type { ListFile } from "../../src/safety/list-file.ts";
import { SafetyListError } from "../../src/safety/safety-list-error.ts";
import { findOnList } from "../../src/safety/safety-list.ts";
import { temporaryFolder } from "../temporary-folder.ts";

fc.configureGlobal({ seed: 3341 });

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

  it("finds the beginnings of a host as one by one would, and those of no other", () => {
    const path = fc.array(fc.constantFrom("a", "b", "/", "?"), { maxLength: 6 }).map((parts) => parts.join(""));
    const host = fc.constantFrom("a.example", "b.a.example");
    const entry = fc.tuple(host, path).map(([name, end]) => `https://${name}/${end}`);
    const plain = (text: string): string => {
      const { host: name, pathname, search } = new URL(text);
      return `${name}${pathname}${search}`;
    };
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), entry, (entries, destination) => {
        const isFound = findOnList(parseSafetyList(entries.join("\n")), destination) === "address";
        expect(isFound).toBe(entries.some((beginning) => plain(destination).startsWith(plain(beginning))));
      }),
    );
  });

  it("is not misled by two texts of one hash", () => {
    // "Aa" and "BB" have one in base 31.
    const one = parseSafetyList("https://x.example/Aa");
    expect(findOnList(one, "https://x.example/BB")).toBeUndefined();
    expect(findOnList(one, "https://x.example/Aab")).toBe("address");
  });

  it("quotes the beginning of a line that is neither, however long it is", () => {
    const fault = faultOf(() => parseSafetyList(`two words ${"x".repeat(10_000)}`));
    expect(fault.message).toContain('"two words xxx');
    for (const { message } of [fault, fault.cause as Error]) expect(message.length).toBeLessThan(300);
  });

  it("refuses a line that is longer than can be meant, without quoting it", () => {
    const fault = faultOf(() => parseSafetyList(`fine.example\n${"x".repeat(16_385)}`));
    expect(fault).toMatchObject({ code: "LINE_TOO_LONG", message: expect.stringMatching(/^Line 2 of .{0,150}$/) });
    expect(parseSafetyList(`# ${"x".repeat(16_000)}`).hosts.size).toBe(0);
  });
});

function faultOf(read: () => unknown): SafetyListError {
  try {
    read();
  } catch (error) {
    if (error instanceof SafetyListError) return error;
  }
  throw new Error("It was read, or failed for something else.");
}

describe("the check by a list", () => {
  const open = (text: string) => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const path = folder.file("list.txt");
    writeFileSync(path, text);
    const faults: unknown[] = [];
    // A file that has gone may leave its number to the next one, and the time of a change is coarse: where a third one comes
    // within some milliseconds, its length must tell it from the first.
    const replace = (next: string): void => {
      writeFileSync(`${path}.new`, next);
      renameSync(`${path}.new`, path);
    };
    return {
      check: createListCheck({ path, onFault: (error) => faults.push(error) }),
      path,
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
    const before = await opened.check.edition?.(never);
    expect(await opened.check.edition?.(never)).toBe(before);
    opened.replace("b.example\n");
    expect(await opened.check.edition?.(never)).not.toBe(before);
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["ok", "suspect"]);
  });

  it("reads a long file without a hole in it, and names the line at fault however far down", async () => {
    const hosts = Array.from({ length: 20_000 }, (_, at) => `한국${at}.example`);
    const opened = open(hosts.join("\n"));
    expect(await kinds(opened, ...hosts.map((host) => `https://${host}/`))).toEqual(hosts.map(() => "suspect"));
    opened.replace(`${hosts.join("\n")}\nno host at all`);
    await opened.check.edition?.(never);
    expect(String(opened.faults[0])).toContain("Line 20001 of");
  });

  it("goes on with what it read before when a changed file cannot be used, and says so", async () => {
    const opened = open("a.example\n");
    const before = await opened.check.edition?.(never);
    opened.replace("b.example\nno host at all\n");
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["suspect", "ok"]);
    expect(String(opened.faults[0])).toContain("Line 2");
    expect(await opened.check.edition?.(never)).toBe(before);
    opened.replace("b.example\n# of another length\n");
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["ok", "suspect"]);
  });

  it("reads a file that cannot be used once, and one that cannot be read again at every look", async () => {
    const opened = open("a.example\n");
    await opened.check.edition?.(never);
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

  it.each(["NOT_A_FILE", "FILE_TOO_LARGE"] as const)(
    "reads again, at the next look, what was taken for %s between the look and the reading",
    async (code) => {
      const list = parseSafetyList("a.example");
      const state: { fault: SafetyListError | undefined } = { fault: new SafetyListError(code, "for a moment") };
      const file: ListFile = {
        mark: async () => "1",
        async read() {
          if (state.fault !== undefined) throw state.fault;
          return { list, digest: "1" };
        },
      };
      const check = createListCheck({ path: "", onFault: () => undefined, file });
      const judge = () => check.judge(["https://a.example/"], never);
      await expect(judge()).rejects.toMatchObject({ cause: { code } });
      state.fault = undefined;
      expect(await judge()).toMatchObject([{ kind: "suspect" }]);
    },
  );

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

  it.each([
    ["a pipe that nobody writes to", (path: string) => execFileSync("mkfifo", [path]), "NOT_A_FILE"],
    ["a folder", (path: string) => mkdirSync(path), "NOT_A_FILE"],
    ["too large a file", (path: string) => writeSparse(path, maxSafetyListBytes + 1), "FILE_TOO_LARGE"],
    ["a line without an end", (path: string) => writeSparse(path, maxSafetyListBytes), "LINE_TOO_LONG"],
  ])("goes on with the list of before where %s takes its name, and says so", async (_, make, code) => {
    const opened = open("a.example\n");
    await opened.check.edition?.(never);
    opened.remove();
    make(opened.path);
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["suspect", "ok"]);
    expect(opened.faults).toEqual([expect.objectContaining({ code })]);
    rmSync(opened.path, { recursive: true });
    opened.replace("b.example\n# of another length\n");
    expect(await kinds(opened, "https://a.example/", "https://b.example/")).toEqual(["ok", "suspect"]);
  });

  it("refuses a device as the first list", async () => {
    const check = createListCheck({ path: "/dev/zero", onFault: () => undefined });
    const error: unknown = await check.judge(["https://a.example/"], never).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "SafetyCheckError", cause: { code: "NOT_A_FILE" } });
  });
});

describe("the check by a list whose disk hangs", () => {
  const list = parseSafetyList("a.example");
  const open = (deadlineMs: number) => {
    const state = { hang: Promise.withResolvers<void>(), mark: "1", looks: 0 };
    const file: ListFile = {
      async mark() {
        state.looks += 1;
        await state.hang.promise;
        return state.mark;
      },
      read: async () => ({ list, digest: state.mark }),
    };
    const faults: unknown[] = [];
    const onFault = (error: unknown): void => void faults.push(error);
    return { state, faults, check: createListCheck({ path: "", onFault, deadlineMs, file }) };
  };
  const judge = (check: ReturnType<typeof open>["check"], signal = never) =>
    check.judge(["https://a.example/"], signal);
  const failure = (promise: Promise<unknown>) => promise.catch((reason: unknown) => reason);

  it("fails in time, then at once and with one thread however often it is asked, and judges when the disk is back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { state, check } = open(30_000);
    const first = failure(judge(check));
    await vi.advanceTimersByTimeAsync(30_000);
    for (const failed of [first, failure(judge(check)), failure(judge(check))]) {
      expect(await failed).toMatchObject({ name: "SafetyCheckError", cause: { code: "NOT_IN_TIME" } });
    }
    expect(state.looks).toBe(1);
    vi.useRealTimers();
    state.hang.resolve();
    await expect.poll(() => failure(judge(check)), { timeout: 20_000 }).toMatchObject([{ kind: "suspect" }]);
  });

  it("goes on with the list of before, and tells of each look that was for nothing", async () => {
    const { state, faults, check } = open(5);
    state.hang.resolve();
    expect(await check.edition?.(never)).toBe("1");
    state.hang = Promise.withResolvers();
    state.mark = "2";
    for (let look = 0; look < 2; look += 1) expect(await judge(check)).toMatchObject([{ kind: "suspect" }]);
    expect(faults).toMatchObject([{ code: "NOT_IN_TIME" }, { code: "NOT_IN_TIME" }]);
    state.hang.resolve();
    await expect.poll(() => check.edition?.(never), { timeout: 20_000 }).toBe("2");
  });

  it("ends at once when the work is stopped", async () => {
    const { check } = open(600_000);
    const stop = new AbortController();
    const judged = failure(judge(check, stop.signal));
    const edition = failure(check.edition?.(stop.signal) ?? Promise.resolve());
    stop.abort();
    expect([await judged, await edition]).toMatchObject([{ name: "SafetyCheckError" }, { name: "SafetyCheckError" }]);
  });

  it("lets others have their turn between the links of a large batch", async () => {
    const { state, check } = open(600_000);
    state.hang.resolve();
    await check.edition?.(never);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    await check.judge(
      Array.from({ length: 1_000 }, () => "https://a.example/"),
      never,
    );
    clearImmediate(turning);
    expect(turns).toBeGreaterThan(10);
  });
});

function writeSparse(path: string, bytes: number): void {
  writeFileSync(path, "");
  truncateSync(path, bytes);
}
