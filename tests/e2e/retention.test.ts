import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSession } from "../links/postgres/session.ts";
import { databasePathIn } from "../program/database-path.ts";
import { eventually } from "../program/deadline.ts";
import type { Answer } from "../program/http-client.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { testStores, type TestStore } from "../program/test-stores.ts";

const longUrl = "https://example.com/?long=ago";
const retention = { RETENTION: "1s" };
/** A create that comes later than this says is refused: more than a busy machine may take for it. */
const aheadMs = 10_000;

describe.each(testStores)("a link that expired longer ago than RETENTION, in $name", ({ open }) => {
  it("answers as before, keeps its code, and comes back until its month is dropped", async () => {
    await using store = await open();
    await using program = await startWith(store, retention);
    const api = linksApi(program.http, program.admin);
    await Promise.all(["returns", "stays"].map((alias) => createShortLived(api, alias)));
    await untilArchived(program, 2);

    expect(await seen(api, "stays")).toEqual({
      visitor: [410, "LINK_EXPIRED"],
      owner: [200, "expired", longUrl],
      another: [409, "ALIAS_TAKEN"],
    });
    expect(await api.listAll()).toEqual([]);
    const extended = await api.edit("returns", { expiresAt: null });
    expect(extended.json()).toMatchObject({ longUrl, state: "active", tags: ["old"], note: "kept", version: 2 });
    expect((await api.follow("returns")).locations).toEqual([longUrl]);
    expect((await api.listAll()).map(({ shortCode }) => shortCode)).toEqual(["returns"]);
    await program.stop();

    await makeArchiveOld(store);
    await using later = await startWith(store, { ...retention, ARCHIVE_MONTHS: "12" });
    const apiLater = linksApi(later.http, later.admin);
    await eventually(60_000, "That the month was dropped", () =>
      reaches(later, "narrows_archive_dropped_months_total", 1),
    );
    expect(await seen(apiLater, "stays")).toEqual({
      visitor: [410, "LINK_EXPIRED"],
      owner: [410, "LINK_FORGOTTEN", undefined],
      another: [409, "ALIAS_TAKEN"],
    });
    expect(codeOf(await apiLater.edit("stays", { longUrl, expiresAt: null }))).toBe("LINK_FORGOTTEN");
    expect((await apiLater.follow("returns")).locations).toEqual([longUrl]);
    await later.stop();
  });

  it("is archived once where two processes look for it", async () => {
    await using store = await open();
    await using first = await startWith(store, retention);
    await using second = await startWith(store, retention);
    const api = linksApi(first.http, first.admin);
    const aliases = Array.from({ length: 150 }, (_, index) => `due-${index}`);
    await inParallel(24, aliases, (alias) => createShortLived(api, alias));
    const archived = () =>
      Promise.all([first, second].map((program) => readMetric(program, "narrows_archived_links_total")));
    await eventually(90_000, "That all were archived", async () => {
      const [by = 0, beside = 0] = await archived();
      return by + beside >= aliases.length ? true : undefined;
    });
    expect((await archived()).reduce((sum, count) => sum + count)).toBe(aliases.length);
    for (const each of [first, second]) {
      expect((await linksApi(each.http, each.admin).get("due-7")).json()).toMatchObject({ longUrl, note: "kept" });
    }
  });
});

function startWith({ options }: TestStore, env: Readonly<Record<string, string>>): Promise<Program> {
  return startProgram({ ...options, env: { ...options.env, ...env } });
}

async function createShortLived(api: LinksApi, alias: string): Promise<void> {
  const expiresAt = new Date(Date.now() + aheadMs).toISOString();
  await api.mustCreate({ longUrl, alias, expiresAt, tags: ["old"], note: "kept" });
}

async function untilArchived(program: Program, count: number): Promise<void> {
  await eventually(90_000, "The archiving", () => reaches(program, "narrows_archived_links_total", count));
}

async function reaches(program: Program, metric: string, count: number): Promise<true | undefined> {
  return (await readMetric(program, metric)) >= count ? true : undefined;
}

/** What a visitor sees of a link, its owner, and whoever would like its code. */
async function seen(api: LinksApi, alias: string) {
  const [visit, shown] = [await api.follow(alias), await api.get(alias)];
  const owned = shown.json() as { state?: string; code?: string; longUrl?: string };
  const taken = await api.create({ longUrl, alias });
  return {
    visitor: [visit.status, codeOf(visit)],
    owner: [shown.status, owned.state ?? owned.code, owned.longUrl],
    another: [taken.status, codeOf(taken)],
  };
}

function codeOf(answer: Answer): string {
  return (answer.json() as { code: string }).code;
}

/** Puts what was archived this month into one of long ago. */
async function makeArchiveOld({ options }: TestStore): Promise<void> {
  const url = options.env?.["DATABASE_URL"];
  if (url === undefined) return makeFileOld(await databasePathIn(options.dataDir ?? ""));
  await using session = openSession(url);
  await session.run("SELECT ensure_archive_month(202001)");
  await session.run("UPDATE link_archive SET month = 202001");
  await session.run("UPDATE links SET archive_month = 202001 WHERE archive_month IS NOT NULL");
}

function makeFileOld(path: string): void {
  using database = new DatabaseSync(path);
  const [table] = database.prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'link_archive_2*'").all();
  database.exec(`ALTER TABLE ${String(table?.["name"])} RENAME TO link_archive_202001`);
  database.exec("UPDATE links SET archive_month = 202001 WHERE archive_month IS NOT NULL");
}
