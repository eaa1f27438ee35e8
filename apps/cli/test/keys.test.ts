import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { OptionError } from "../src/cli-error.ts";
import { parseExpiry, parseKeyDomain, parseKeyName, parseOwner, parseScopes } from "../src/keys/key-fields.ts";
import { createKeySecret } from "../src/keys/key-secret.ts";
import { runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A DATA_DIR with an empty database. */
async function onDatabase(env: Record<string, string> = {}) {
  const folder = await makeTempFolder();
  const run = (...args: readonly string[]) => runCli(["keys", ...args], { DATA_DIR: folder.path, ...env });
  await runCli(["db", "migrate"], { DATA_DIR: folder.path });
  return { run, path: join(folder.path, "narrows.db"), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("narrows keys create", () => {
  test("shows the secret once and stores its hash alone", async () => {
    await using at = await onDatabase();
    const { stdout, exitCode } = await at.run("create", "--name", "ci", "--json");
    const key = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(key.secret).toMatch(/^nrw_[0-9A-Za-z]{43}$/);
    const database = new DatabaseSync(at.path, { readOnly: true });
    const row = database.prepare("SELECT secret_hash FROM api_keys WHERE id = ?").get(key.id);
    database.close();
    expect(Buffer.from(row?.["secret_hash"] as Uint8Array)).toEqual(createHash("sha256").update(key.secret).digest());
    expect((await readFile(at.path)).includes(key.secret)).toBe(false);
    expect((await at.run("list", "--json")).stdout).not.toContain(key.secret);
  });

  test("makes up an owner and gives modest scopes where nothing is said", async () => {
    await using at = await onDatabase();
    const key = JSON.parse((await at.run("create", "--name", "ci", "--json")).stdout);
    expect(key).toMatchObject({
      scopes: ["links:write", "links:read"],
      domain: null,
      expiresAt: null,
      state: "active",
    });
    expect(key.ownerId).toMatch(uuid);
    expect(key.id).toMatch(uuid);
  });

  test("takes everything that is said", async () => {
    await using at = await onDatabase({ BASE_URL: "https://sho.rt", DOMAINS: "go.example.com" });
    const options = [
      ["--owner", "0B9F6D1E-5A53-4D7B-9C62-3C3E0F3F2C11"],
      ["--scopes", "stats:read, links:moderate"],
      ["--domain", "GO.example.com"],
      ["--expires", "2999-01-01T00:00:00+09:00"],
    ].flat();
    const key = JSON.parse((await at.run("create", "--name", "ci", ...options, "--json")).stdout);
    expect(key).toMatchObject({
      ownerId: "0b9f6d1e-5a53-4d7b-9c62-3c3e0f3f2c11",
      scopes: ["links:moderate", "stats:read"],
      domain: "go.example.com",
      expiresAt: "2998-12-31T15:00:00.000Z",
    });
  });

  test("shows people the host of the default domain, also in the list", async () => {
    await using at = await onDatabase({ BASE_URL: "https://sho.rt" });
    const { stdout } = await at.run("create", "--name", "ci", "--domain", "sho.rt");
    expect(stdout).toMatch(/^DOMAIN +sho\.rt \(default\)$/m);
    expect((await at.run("list")).stdout).toMatch(/ {2}sho\.rt \(default\) {2}/);
    expect((await runCli(["keys", "list"], { DATA_DIR: dirname(at.path) })).stdout).toMatch(/ {2}default {2}/);
  });

  test("keeps the host of BASE_URL as the default domain", async () => {
    await using at = await onDatabase({ BASE_URL: "https://sho.rt" });
    const key = JSON.parse((await at.run("create", "--name", "ci", "--domain", "sho.rt", "--json")).stdout);
    expect(key.domain).toBe("");
  });

  test("shows people the secret before the rest", async () => {
    await using at = await onDatabase();
    const { stdout } = await at.run("create", "--name", "ci");
    expect(stdout).toMatch(/^This is the key\. It is shown only this once:\n\n {2}nrw_\w{43}\n\nID {7}/);
  });

  test("refuses what cannot be with 2 and makes no key", async () => {
    await using at = await onDatabase();
    const { exitCode, stderr } = await at.run("create", "--name", "ci", "--scopes", "everything");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--scopes is not acceptable. [OPTION_INVALID]");
    expect(JSON.parse((await at.run("list", "--json")).stdout)).toEqual({ keys: [] });
  });

  test("asks for a name", async () => {
    const { exitCode, stderr } = await runCli(["keys", "create"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("[OPTION_MISSING]");
  });

  test("makes no database where there is none", async () => {
    const { exitCode, stderr } = await runCli(["keys", "create", "--name", "ci"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[DATABASE_MISSING]");
  });
});

describe("narrows keys list and revoke", () => {
  test("a revoked key is listed as such and cannot be revoked again", async () => {
    await using at = await onDatabase();
    const { id } = JSON.parse((await at.run("create", "--name", "ci", "--json")).stdout);
    expect(JSON.parse((await at.run("revoke", id, "--json")).stdout)).toEqual({ id, revoked: true });
    expect(JSON.parse((await at.run("list", "--json")).stdout).keys).toMatchObject([{ id, state: "revoked" }]);
    const again = await at.run("revoke", id);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain("[KEY_NOT_FOUND]");
  });

  test("list without keys does not deny the administrator's", async () => {
    await using at = await onDatabase();
    expect((await at.run("list")).stdout).toMatch(/no keys beside the administrator's/);
  });

  test("list looks for a database where it says so, to the root", async () => {
    const { stderr } = await runCli(["keys", "list"], { DATA_DIR: "no/such/data" });
    expect(stderr).toContain(`There is no database at ${join(process.cwd(), "no/such/data/narrows.db")}.`);
    expect(stderr).not.toContain("db migrate");
  });

  test("list shows people a table, the oldest first", async () => {
    await using at = await onDatabase();
    await at.run("create", "--name", "first");
    await at.run("create", "--name", "second key");
    const [head, first, second] = (await at.run("list")).stdout.split("\n");
    expect(head).toMatch(/^ID {36}NAME {8}STATE {3}SCOPES/);
    expect([first, second]).toEqual([
      expect.stringContaining("  first       active"),
      expect.stringContaining("second key  active"),
    ]);
  });
});

describe("the fields of a key", () => {
  const now = Date.parse("2026-11-30T00:00:00Z");
  const environment = { BASE_URL: "https://sho.rt", DOMAINS: "go.example.com" };

  test.each([
    ["an owner that is no UUID", () => parseOwner("me")],
    ["the administrator as the owner", () => parseOwner("00000000-0000-4000-8000-000000000000")],
    ["an unknown scope beside a known one", () => parseScopes("links:write,everything")],
    ["no scope at all", () => parseScopes("")],
    ["a gap among the scopes", () => parseScopes("links:read,,links:write")],
    ["a domain that is not the service's", () => parseKeyDomain("other.example.com", environment)],
    ["an end without a time", () => parseExpiry("2030-01-01", now)],
    ["an end without a zone", () => parseExpiry("2030-01-01T00:00:00", now)],
    ["an end on 30 February", () => parseExpiry("2030-02-30T00:00:00Z", now)],
    ["an end at 25 o'clock", () => parseExpiry("2030-02-20T25:00:00Z", now)],
    ["an end after the year 9999", () => parseExpiry("9999-12-31T23:59:59-01:00", now)],
    ["an end in the past", () => parseExpiry("2026-11-30T00:00:00Z", now)],
    ["a name with a line break", () => parseKeyName("a\nb")],
    ["an empty name", () => parseKeyName(" ")],
  ])("refuse %s", (_, parse) => {
    expect(parse).toThrow(OptionError);
  });

  test("take an end one millisecond ahead", () => {
    expect(parseExpiry("2026-11-30T09:00:00.001+09:00", now)).toBe(now + 1);
    expect(parseExpiry("2026-11-30t00:00:00.0019999999z", now)).toBe(now + 1);
  });

  test("take the default host for the default domain when the service has no name", () => {
    expect(parseKeyDomain("localhost", {})).toBe("");
  });
});

describe("createKeySecret", () => {
  test("writes the smallest and the largest value in 43 digits", () => {
    const secretOf = (byte: number) => createKeySecret((count) => new Uint8Array(count).fill(byte));
    expect(secretOf(0)).toBe(`nrw_${"0".repeat(43)}`);
    expect(secretOf(255)).toMatch(/^nrw_[1-9A-Za-z][0-9A-Za-z]{42}$/);
  });

  test("loses nothing of its 32 bytes", () => {
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 1);
    const secret = createKeySecret(() => bytes).slice(4);
    const value = Array.from(secret).reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
    expect(value.toString(16).padStart(64, "0")).toBe(Buffer.from(bytes).toString("hex"));
  });
});
