import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const secret = "a secret of more than sixteen bytes";
/** The same id twice: slot 5, epoch 17, sequence 3, eleven months after the timestamps begin. */
const plain = "zLpBzlPUK7";
const permuted = "9ECsir7NWfd";
const parts = { id: "484150188442911267", madeAt: "2026-12-01T00:00:00.000Z", slot: 5, epoch: 17, sequence: 3 };

const decode = (args: readonly string[], env: Record<string, string> = {}) => runCli(["codes", "decode", ...args], env);

describe("narrows codes decode", () => {
  test("tells when, in which slot and under which epoch a code was made", async () => {
    const { stdout, stderr, exitCode } = await decode([plain, "--json"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({ code: plain, strategy: "snowflake", ...parts });
  });

  test("takes a permuted code with the secret of the service", async () => {
    const { stdout } = await decode([permuted, "--json"], { CODE_STRATEGY: "snowflake-permuted", CODE_SECRET: secret });
    expect(JSON.parse(stdout)).toEqual({ code: permuted, strategy: "snowflake-permuted", ...parts });
  });

  test("finds the secret that the service made", async () => {
    await using folder = await makeTempFolder();
    const asked = [permuted, "--strategy", "snowflake-permuted"];
    const missing = await decode(asked, { DATA_DIR: folder.path });
    expect(missing.exitCode).toBe(1);
    expect(missing.stderr).toContain(join(folder.path, "code-secret"));
    await writeFile(join(folder.path, "code-secret"), `${secret}\n`);
    expect((await decode(asked, { DATA_DIR: folder.path })).stdout).toContain("2026-12-01T00:00:00.000Z");
  });

  test.each([
    ["of other characters", ["a-b"]],
    ["of no snowflake", ["aZl8N0y58M8"]],
    ["of another strategy", [plain, "--strategy", "snowflake-permuted"]],
  ])("refuses a code %s", async (_, args) => {
    const { exitCode, stdout, stderr } = await decode(args, { CODE_SECRET: secret });
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(args[0]);
  });

  test("says that a time that is still to come is hardly that of the code", async () => {
    const { stdout } = await decode(["aZl8N0y58M7"]);
    expect(stdout).toContain("2043-06-03");
    expect(stdout).toContain("another secret");
  });

  test.each(["zzzzzzz", "a", "kept"])("says that %s is hardly a snowflake", async (code) => {
    const { stdout } = await decode([code]);
    expect(stdout).toContain("hardly a snowflake");
    expect((await decode([plain])).stdout).not.toContain("hardly");
  });

  test("refuses a strategy whose codes tell nothing", async () => {
    expect((await decode([plain, "--strategy", "hmac7"])).exitCode).toBe(2);
    const { exitCode, stderr } = await decode([plain], { CODE_STRATEGY: "hmac7" });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[STRATEGY_MUTE]")]);
    expect((await decode([plain, "--strategy", "snowflake"], { CODE_STRATEGY: "hmac7" })).exitCode).toBe(0);
  });

  test("speaks Korean, and writes nothing but text without --json", async () => {
    const { stdout } = await decode([plain], { LANG: "ko_KR.UTF-8" });
    expect(stdout).toContain("에포크:   17");
  });
});

describe("narrows codes jump-epochs", () => {
  test("passes over epochs of every slot", async () => {
    await using folder = await makeTempFolder();
    const env = { DATA_DIR: folder.path };
    await runCli(["db", "migrate"], env);
    const { stdout } = await runCli(["codes", "jump-epochs", "--json"], env);
    expect(JSON.parse(stdout)).toEqual({ by: 64, epochsLeft: 8_128 });
    expect((await runCli(["codes", "jump-epochs", "--by", "8000"], env)).stdout).toContain("128");
    using database = new DatabaseSync(join(folder.path, "narrows.db"), { readOnly: true });
    const row = database.prepare("SELECT min(next_epoch) AS low, max(next_epoch) AS high FROM code_leases").get();
    expect(row).toEqual({ low: 8_064, high: 8_064 });
  });

  test.each(["0", "8193", "-1", "1.5", "many"])("refuses to jump by %s", async (by) => {
    expect((await runCli(["codes", "jump-epochs", `--by=${by}`])).exitCode).toBe(2);
  });
});
