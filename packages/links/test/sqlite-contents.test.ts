import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Link } from "../src/link.ts";
import { openSqlite, openSqliteContents } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

const months = [Date.UTC(2027, 2, 15), Date.UTC(2027, 3, 15)];

/** Archives five links in each of two months, and keeps one that is not archived. */
async function fill(path: string): Promise<readonly Link[]> {
  const store = await openSqlite({ path });
  const links: Link[] = [sampleLink()];
  await store.links.create(createCommand(sampleLink(links[0])));
  for (const now of months) {
    const due = Array.from({ length: 5 }, (_, at) =>
      sampleLink({ expiresAt: now - 1, tags: [`t${at}`], note: `${now} ${at}` }),
    );
    for (const link of due) await store.links.create(createCommand(link));
    await store.archive.archiveExpired({ after: 0, before: now, now, limit: 10 });
    links.push(...due);
  }
  await store.close();
  return links;
}

const payloads = (links: readonly Link[]) =>
  links.map(({ code, destination, tags, note }) => ({ code, destination, tags, note })).toSorted(byCode);
const byCode = (one: { code: string }, other: { code: string }): number => (one.code < other.code ? -1 : 1);

it("reads archived links whole, by one statement for each month", async () => {
  const links = await fill(folder.file("links.db"));
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const contents = await openSqliteContents(folder.file("links.db"));
  expect(payloads([...contents.links(3)].flat())).toEqual(payloads(links));
  contents.close();
  expect(prepare.mock.calls.filter(([sql]) => /FROM link_archive_\d/.test(sql))).toHaveLength(months.length);
});
