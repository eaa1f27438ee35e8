import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { text as textKind } from "../src/config/index.ts";
import { ConfigError, readOrCreateSecret } from "../src/index.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "narrows-secret-"))));
afterEach(() => rm(folder, { recursive: true }));

const kind = textKind({ minLength: 5 });

const neverMade = (): string => {
  throw new Error("a secret was made");
};

test("a missing secret is made once, with its folder, and read from then on", async () => {
  const path = join(folder, "data", "admin-key");
  expect(await readOrCreateSecret(path, kind, () => "nrw_1")).toEqual({ value: "nrw_1", created: true });
  expect(await readOrCreateSecret(path, kind, neverMade)).toEqual({ value: "nrw_1", created: false });
});

test("a new secret is for its owner alone and leaves no draft behind", async () => {
  const path = join(folder, "data", "admin-key");
  await readOrCreateSecret(path, kind, () => "nrw_1");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(path))).toEqual(["admin-key"]);
  expect(await readFile(path, "utf8")).toBe("nrw_1\n");
});

test("an empty file is refused and left as it is", async () => {
  const path = join(folder, "admin-key");
  await writeFile(path, "\n");
  await expect(readOrCreateSecret(path, kind, neverMade)).rejects.toThrow(ConfigError);
  await expect(readOrCreateSecret(path, kind, neverMade)).rejects.toThrow("the file is empty");
  expect(await readFile(path, "utf8")).toBe("\n");
});

test.each([
  ["shorter than the variable may be", "a\n", "It must be text of 5 characters or more"],
  ["of two lines", "nrw_secret\nnrw_other\n", "It must be text"],
  ["with a control character", "nrw_\u0000secret", "It must be text"],
  ["that is no text", Buffer.from([0x6e, 0x72, 0x77, 0x5f, 0xff, 0xfe, 0x80]), "no text"],
  ["larger than any secret", "nrw_secret".repeat(1_000), "larger than"],
])("a file %s is refused, without its content, and left as it is", async (_, content, said) => {
  const path = join(folder, "admin-key");
  await writeFile(path, content);
  const refusal = await readOrCreateSecret(path, kind, neverMade).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect(String(refusal)).toContain(said);
  expect(String(refusal)).toContain(`${path}: `);
  expect(String(refusal)).not.toContain("nrw_");
  expect(await readFile(path)).toEqual(Buffer.from(content));
});

test("a path that cannot be a file is refused as a fault of the configuration", async () => {
  await expect(readOrCreateSecret(folder, kind, neverMade)).rejects.toThrow(/NOT_A_FILE/);
  await writeFile(join(folder, "file"), "x");
  await expect(readOrCreateSecret(join(folder, "file", "key"), kind, () => "nrw_1")).rejects.toThrow(ConfigError);
});

test("a pipe is refused, whether or not a secret is in it, and not waited for", async () => {
  const path = join(folder, "admin-key");
  execFileSync("mkfifo", [path]);
  const refusal = /it is no regular file \(NOT_A_FILE\).*Put a file/;
  await expect(readOrCreateSecret(path, kind, neverMade)).rejects.toThrow(refusal);
  await using pipe = await open(path, "r+");
  await pipe.write("nrw_1\n");
  await expect(readOrCreateSecret(path, kind, neverMade)).rejects.toThrow(refusal);
});

test("a device is refused", async () => {
  await expect(readOrCreateSecret("/dev/zero", kind, neverMade)).rejects.toThrow(/NOT_A_FILE/);
});

test("processes that start at the same moment agree on one secret", async () => {
  const path = join(folder, "data", "code-secret");
  const fixture = new URL("fixtures/secret-race.ts", import.meta.url).pathname;
  const children = Array.from({ length: 6 }, () => spawn(process.execPath, [fixture, path]));
  const outputs = children.map((child) => text(child.stdout));
  await Promise.all(children.map((child) => once(child.stdout, "readable")));
  for (const child of children) child.stdin.end("go");
  const secrets = (await Promise.all(outputs)).map((output) => JSON.parse(output.split("\n")[1] ?? ""));
  expect(new Set(secrets.map((secret) => secret.value)).size).toBe(1);
  expect(secrets.filter((secret) => secret.created)).toHaveLength(1);
});
