import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { startProgram, type Program } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { createLink, followTimes, untilAccounted } from "./clicks/served-clicks.ts";

const patienceMs = 60_000;

/** Copies the clicks as the guide to operation says, while the service runs. */
function copyClicks(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  database.prepare("VACUUM INTO ?").run(to);
}

/** Up to when all is counted, in milliseconds since 1970. */
async function asOfAt({ http, admin }: Program): Promise<number> {
  const answer = await http.ask("GET", "/v1/urls/kept/stats", { headers: admin });
  const { clickCount } = answer.json() as { readonly clickCount: { readonly asOf: string } };
  return Date.parse(clickCount.asOf);
}

it("a copy of the clicks that is put back does not wait for files that are gone", { timeout: 240_000 }, async () => {
  await using folder = await makeTempFolder();
  const path = join(folder.path, "clicks", "clicks.sqlite");
  const copy = join(folder.path, "copy.sqlite");
  await using before = await startProgram({ dataDir: folder.path });
  await createLink(before, "kept");
  await followTimes(before, "kept", 3);
  await untilAccounted(before, "kept", 3);
  copyClicks(path, copy);
  await followTimes(before, "kept", 2);
  await untilAccounted(before, "kept", 5);
  await before.stop();
  for (const end of ["-wal", "-shm"]) await rm(path + end, { force: true });
  await copyFile(copy, path);

  const restoredAt = Date.now();
  await using after = await startProgram({ dataDir: folder.path });
  await followTimes(after, "kept", 1);
  expect(await untilAccounted(after, "kept", 4)).toEqual({ stored: 4, dropped: 0 });
  await eventually(patienceMs, "Reports that wait no longer", async () =>
    (await asOfAt(after)) > restoredAt ? true : undefined,
  );
  expect(after.output().match(/The files of these clicks are gone/g)).toHaveLength(1);
});
