import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliPath, runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const haltBackup = import.meta.resolve("./halt-backup.js");

/** Runs commands one after the other on a new DATA_DIR. */
async function onNewFolder() {
  const folder = await makeTempFolder();
  const dataDir = join(folder.path, "data");
  const run = (...args: readonly string[]) => runCli(args, { DATA_DIR: dataDir });
  return {
    run,
    dataDir,
    databasePath: join(dataDir, "narrows.db"),
    file: (name: string) => join(folder.path, name),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function keyNames(run: (...args: string[]) => Promise<{ stdout: string }>): Promise<string[]> {
  const { stdout } = await run("keys", "list", "--json");
  return JSON.parse(stdout).keys.map((key: { name: string }) => key.name);
}

describe("narrows db migrate", () => {
  test("makes folder and database, and has nothing to do the second time", async () => {
    await using at = await onNewFolder();
    const first = JSON.parse((await at.run("db", "migrate", "--json")).stdout);
    expect(first).toMatchObject({ path: at.databasePath, from: 0 });
    expect(first.to).toBeGreaterThan(0);
    expect((await at.run("db", "migrate")).stdout).toContain(`schema version ${first.to} already`);
  });

  test("refuses a file of another program and leaves it alone", async () => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    const other = new DatabaseSync(at.databasePath);
    other.exec("PRAGMA application_id = 7");
    other.close();
    const { exitCode, stderr } = await at.run("db", "migrate");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[FILE_FOREIGN]");
  });
});

describe("narrows db backup and restore", () => {
  test("bring back what was there", async () => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    await at.run("keys", "create", "--name", "kept");
    expect(await at.run("db", "backup", at.file("copy.db"))).toMatchObject({ exitCode: 0, stderr: "" });
    await at.run("keys", "create", "--name", "later");
    expect(await keyNames(at.run)).toEqual(["kept", "later"]);
    const restored = await at.run("db", "restore", at.file("copy.db"));
    expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
    expect(restored.stdout).toMatch(/revoked since is back[^]*npm run narrows -- keys list/);
    expect(await keyNames(at.run)).toEqual(["kept"]);
  });

  test("backup refuses to overwrite a file, whatever it is", async () => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    await writeFile(at.file("precious"), "text");
    const { exitCode, stderr } = await at.run("db", "backup", at.file("precious"));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[FILE_EXISTS]");
  });

  test("backup of nothing is refused and makes nothing", async () => {
    await using at = await onNewFolder();
    const { exitCode, stderr } = await at.run("db", "backup", at.file("copy.db"));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("[DATABASE_MISSING]");
    expect([existsSync(at.dataDir), existsSync(at.file("copy.db"))]).toEqual([false, false]);
  });

  test("backup into a folder that is not there is refused by name", async () => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    const { exitCode, stderr } = await at.run("db", "backup", at.file("missing/copy.db"));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${at.file("missing")} (ENOENT`);
    expect(stderr).toContain("[FILE_UNUSABLE]");
  });

  test("restore refuses what is no backup, and the database stays", async () => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    await at.run("keys", "create", "--name", "kept");
    await writeFile(at.file("text"), "hello ".repeat(1000));
    const { exitCode, stderr } = await at.run("db", "restore", at.file("text"));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${at.file("text")} is no backup of Narrows. Nothing was changed. [BACKUP_FOREIGN]`);
    expect(await keyNames(at.run)).toEqual(["kept"]);
  });

  test.each([
    ["missing.db", "BACKUP_MISSING"],
    [".", "BACKUP_NOT_FILE"],
    ["empty.db", "BACKUP_EMPTY"],
    ["truncated.db", "BACKUP_DAMAGED"],
    ["other.db", "BACKUP_FOREIGN"],
  ])("restore says what is wrong with %s: %s, and makes nothing", async (name, code) => {
    await using at = await onNewFolder();
    const elsewhere = { DATA_DIR: at.file("elsewhere") };
    await runCli(["db", "migrate"], elsewhere);
    await runCli(["db", "backup", at.file("whole.db")], elsewhere);
    const whole = await readFile(at.file("whole.db"));
    await writeFile(at.file("truncated.db"), whole.subarray(0, whole.length / 2));
    await writeFile(at.file("empty.db"), "");
    const other = new DatabaseSync(at.file("other.db"));
    other.exec("CREATE TABLE t (x)");
    other.close();

    const { exitCode, stderr } = await at.run("db", "restore", at.file(name));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr.split("\n")[0]).toContain(at.file(name));
    expect(existsSync(at.databasePath)).toBe(false);
  });

  test("Ctrl-C in the middle of a backup leaves nothing", async () => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    const args = ["--import", haltBackup, cliPath, "db", "backup", at.file("copy.db")];
    const child = spawn(process.execPath, args, { env: { DATA_DIR: at.dataDir } });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
    await expect.poll(() => said, { timeout: 60_000 }).toContain("halted");
    expect(readdirSync(at.file("."))).toContainEqual(expect.stringMatching(/^copy\.db\./));
    child.kill("SIGINT");
    await once(child, "close");
    expect(child.exitCode).toBe(130);
    expect(readdirSync(at.file("."))).toEqual(["data"]);
  });
});

describe("a command on the embedded database of a service that uses PostgreSQL", () => {
  test.each([
    "db migrate",
    "db migrate --status",
    "db backup copy.db",
    "db restore copy.db",
    "keys list",
    "keys create --name newsletter",
    "codes jump-epochs",
  ])("is refused without DATABASE_URL, for the file is old: narrows %s", async (command) => {
    await using at = await onNewFolder();
    await at.run("db", "migrate");
    await writeFile(join(at.dataDir, "narrows.database"), "0".repeat(32));
    const { exitCode, stdout, stderr } = await at.run(...command.split(" "));
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("[DATABASE_URL_MISSING]");
    expect(stderr).toContain("Set DATABASE_URL");
  });
});
