import { execFile } from "node:child_process";
import { mkdir, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConfigError } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLimits, type Ask } from "../../src/limits/limits.ts";
import { createPoliciesSource } from "../../src/limits/policies-source.ts";
import { temporaryFolder } from "../harness/running-server.ts";
import { perMinute } from "./limited-server.ts";

const ask: Ask = { purpose: "create", address: "ip:192.0.2.1", isLocal: false, keyId: "k", units: 1 };

// The source looks by itself every second, which on a slow machine might come between two looks of a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A source whose file can be changed, and limits that ask it. */
async function openSource(text: string) {
  const path = join(await temporaryFolder(), "policies.yaml");
  await writeFile(path, text);
  const log: string[] = [];
  const entries: object[] = [];
  const note = (fields: object, message: string) => {
    entries.push(fields);
    log.push([message, ...("faults" in fields && Array.isArray(fields.faults) ? fields.faults : [])].join(" "));
  };
  const source = createPoliciesSource({ path, log: { info: note, error: note } as never });
  await source.part.start?.(AbortSignal.any([]));
  onTestFinished(() => source.part.stop?.());
  const clocks = { now: () => 0, monotonicMs: () => 0 };
  const limits = createLimits({ policies: source.current, clocks, onDecision: () => undefined });
  onTestFinished(() => limits.close());
  return {
    path,
    log,
    entries,
    source,
    remaining: () => limits.check(ask)?.remaining,
    /** Lets the source see what became of the file, and wait until it stays. */
    async change(make: () => Promise<void>) {
      await make();
      await source.look();
      await source.look();
    },
  };
}

const text = (limit: number): string => perMinute("create", "create", "key", limit);

describe("a policies file that changes", () => {
  it("is taken, and what was used stays used", async () => {
    const { path, change, remaining, log, source } = await openSource(text(10));
    expect([remaining(), remaining(), remaining()]).toEqual([9, 8, 7]);
    await change(() => writeFile(path, text(5)));
    expect(remaining()).toBe(1);
    expect(log).toEqual([expect.stringContaining("is taken")]);
    expect(source.reloads()).toEqual({ taken: 1, refused: 0 });
  });

  it("is taken when another file takes its name, as editors and Kubernetes do", async () => {
    const { path, change, remaining } = await openSource(text(10));
    await change(async () => {
      await writeFile(`${path}.new`, text(20));
      await rename(`${path}.new`, path);
    });
    expect(remaining()).toBe(19);
  });

  it("is not taken while it is being written", async () => {
    const { path, source, remaining } = await openSource(text(10));
    await writeFile(path, text(500));
    await source.look();
    expect(remaining()).toBe(9);
    await writeFile(path, text(5_000));
    await source.look();
    expect(remaining()).toBe(8);
    await source.look();
    expect(remaining()).toBeGreaterThan(4_000);
  });

  it("goes on looking when a pipe takes its name", async () => {
    const { path, change, remaining, log } = await openSource(text(10));
    await change(async () => {
      await rm(path);
      await promisify(execFile)("mkfifo", [path]);
    });
    expect(remaining()).toBe(9);
    expect(log).toEqual([expect.stringMatching(/the policies before stay.*is no regular file/s)]);
    await change(async () => {
      await rm(path);
      await writeFile(path, text(20));
    });
    expect(remaining()).toBe(18);
  });

  it("leaves the policies before as they were when it is faulty or gone, says so once, and is taken when mended", async () => {
    const { path, change, remaining, log, source } = await openSource(text(10));
    await change(() => writeFile(path, text(10).replace("limit: 10", "limit: ten")));
    await change(async () => undefined);
    expect(remaining()).toBe(9);
    expect(log).toEqual([
      expect.stringMatching(/the policies before stay.*policies\.yaml:6:12: policy "create": `limit`/s),
    ]);
    await change(() => rm(path));
    expect(remaining()).toBe(8);
    expect(source.reloads()).toEqual({ taken: 0, refused: 2 });
    await change(() => writeFile(path, text(20)));
    expect(remaining()).toBe(17);
  });

  it("is told in the log as what it is: no failed start, by line and with what to do, some of many faults, no stack", async () => {
    const { path, change, log, entries } = await openSource(text(10));
    await change(() => writeFile(path, text(10).replace("limit: 10", "limit: ten")));
    const lint = `npm run narrows -- policies lint ${path}`;
    expect(entries).toEqual([
      {
        policiesFile: path,
        faults: [
          `${path}:6:12: policy "create": \`limit\` must be a whole number from 1 to 1000000000. [COUNT_INVALID]`,
        ],
        mend: `Correct the file, which is then taken without a restart; \`${lint}\` tells its faults as well.`,
      },
    ]);
    expect(log.join()).not.toMatch(/start|CONFIG_INVALID/);
    await change(() => writeFile(path, `policies: [${"5, ".repeat(50)}]`));
    expect(entries[1]).toMatchObject({ faults: { length: 21 } });
    expect(entries[1]).toMatchObject({ faults: expect.arrayContaining(["… and more: 30"]) });
  });
});

describe("a start", () => {
  const start = async (path: string): Promise<unknown> => {
    const log = { info: () => undefined, error: () => undefined };
    const { part } = createPoliciesSource({ path, log: log as never });
    return Promise.resolve(part.start?.(AbortSignal.any([]))).catch((error: unknown) => error);
  };

  it("is refused with a faulty file, by file, line, policy and code", async () => {
    const path = join(await temporaryFolder(), "policies.yaml");
    await writeFile(path, text(10).replace("limit: 10", "limit: 0").replace("per: key", "per: keys"));
    const error = await start(path);
    expect(error).toBeInstanceOf(ConfigError);
    const { faults } = error as ConfigError;
    expect(faults.map(({ problem }) => problem)).toEqual([
      `${path}:4:10: policy "create": \`per\` must be one of key, address. [WORD_UNKNOWN]`,
      `${path}:6:12: policy "create": \`limit\` must be a whole number from 1 to 1000000000. [COUNT_INVALID]`,
    ]);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ["a folder", (path) => mkdir(path)],
    ["a pipe, which nobody may ever write to", (path) => promisify(execFile)("mkfifo", [path])],
  ])("is refused with %s", async (_name, make) => {
    const path = join(await temporaryFolder(), "policies.yaml");
    await make(path);
    expect(String(await start(path))).toMatch(/policies\.yaml is no regular file/);
  });

  it("is refused with a file that is larger than any policies are, without reading it", async () => {
    const path = join(await temporaryFolder(), "policies.yaml");
    await writeFile(path, "");
    await truncate(path, 2 ** 33);
    expect(String(await start(path))).toMatch(
      /policies\.yaml:1:1: The file has more than 65536 bytes.*FILE_TOO_LARGE/s,
    );
  });

  it("is refused without the file", async () => {
    const error = await start("/nonexistent/policies.yaml");
    expect(String(error)).toMatch(/POLICIES_FILE: \/nonexistent\/policies.yaml cannot be read \(ENOENT\)/);
  });
});
