import { readdirSync, statSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { makeTempFolder } from "./temp-folder.ts";

const [serviceUser, olderUser] = [65_534, 65_533];

/** A data folder of the service's user and a copy of another service's database. */
async function onFolderOfAnotherUser() {
  const folder = await makeTempFolder();
  const [dataDir, elsewhere] = [join(folder.path, "data"), join(folder.path, "elsewhere")];
  const copy = join(folder.path, "copy.db");
  await mkdir(dataDir);
  await chown(dataDir, serviceUser, serviceUser);
  await runCli(["db", "migrate"], { DATA_DIR: elsewhere });
  await runCli(["db", "backup", copy], { DATA_DIR: elsewhere });
  return {
    run: (...args: readonly string[]) => runCli(args, { DATA_DIR: dataDir, NODE_COMPILE_CACHE: "" }),
    database: join(dataDir, "narrows.db"),
    copy,
    inDataDir: (name: string) => join(dataDir, name),
    owners: () => readdirSync(dataDir).map((name) => [name, ownerOf(join(dataDir, name))]),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function ownerOf(path: string): readonly number[] {
  const { uid, gid } = statSync(path);
  return [uid, gid];
}

const ofService = [serviceUser, serviceUser];

describe.runIf(process.getuid?.() === 0)("root in the service's folder", () => {
  test("restores a database that the service's user can open", async () => {
    await using at = await onFolderOfAnotherUser();
    expect(await at.run("db", "restore", at.copy)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(at.owners()).toEqual([["narrows.db", ofService]]);
  });

  test("restores in the place of a database with that one's owner", async () => {
    await using at = await onFolderOfAnotherUser();
    await at.run("db", "migrate");
    await chown(at.database, olderUser, olderUser);
    expect(await at.run("db", "restore", at.copy)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(at.owners()).toEqual([["narrows.db", [olderUser, olderUser]]]);
  });

  test("makes, changes and copies nothing there that would be root's", async () => {
    await using at = await onFolderOfAnotherUser();
    await at.run("db", "migrate");
    await at.run("keys", "create", "--name", "ci");
    await at.run("db", "backup", at.inDataDir("copy.db"));
    expect(at.owners()).toEqual([
      ["copy.db", ofService],
      ["narrows.db", ofService],
    ]);
  });
});
