import { join } from "node:path";
import { openFileSource } from "@narrows/clicks/files";
import { openSqliteClicks, type SqliteClicks } from "@narrows/clicks/sqlite";
import { totalOf } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startClicks } from "./clicks/clicks-process.ts";
import { numberOf, numbersIn } from "./clicks/numbered-clicks.ts";
import { codeOf, type ClicksReport } from "./clicks/order.ts";

const usual = { visitsPerTurn: 5, maxVisits: 2_000, keepsPace: true, hasWriter: false, isHasty: false };

/** When the kill comes, in each life: after so many clicks. */
const killsAfter = [1, 100, 1_000, 3_000, 10_000];

describe("a kill with SIGKILL of a process that records clicks", () => {
  it("loses no click that its log had taken, and of the others no more than were in its buffer", async () => {
    await using folder = await makeTempFolder();
    const source = openFileSource({ folder: join(folder.path, "clicks"), now: Date.now });
    for (const [life, taken] of killsAfter.entries()) {
      await using clicks = startClicks({ folder: folder.path, life, ...usual });
      await clicks.until((report) => report.taken >= taken);
      const last = await clicks.kill();
      const found = await numbersIn(source, `start-${life}`);
      // The buffer did not overflow, so what is there is everything up to some number: the youngest are lost.
      expect({ found, dropped: last.dropped }).toEqual({ found: [...found.keys()], dropped: 0 });
      expect(found.length).toBeGreaterThanOrEqual(last.taken);
      expect(last.recorded - found.length).toBeLessThanOrEqual(last.buffered);
    }
  });

  it("loses no more than its buffer may hold, however fast clicks come", async () => {
    await using folder = await makeTempFolder();
    await using clicks = startClicks({
      ...usual,
      folder: folder.path,
      life: 0,
      visitsPerTurn: 1_000,
      keepsPace: false,
    });
    await clicks.until(({ taken, dropped }) => taken >= 1_000 && dropped > 0);
    const { recorded, dropped } = await clicks.kill();
    const source = openFileSource({ folder: join(folder.path, "clicks"), now: Date.now });
    const found = await numbersIn(source);
    expect(new Set(found).size).toBe(found.length);
    expect(recorded - dropped - found.length).toBeLessThanOrEqual(usual.maxVisits);
  });

  it("loses more where a log says too early that it has taken them", async () => {
    await using folder = await makeTempFolder();
    await using clicks = startClicks({ ...usual, folder: folder.path, life: 0, isHasty: true });
    await clicks.until((report) => report.taken >= 1_000);
    const last = await clicks.kill();
    const source = openFileSource({ folder: join(folder.path, "clicks"), now: Date.now });
    expect((await numbersIn(source)).length).toBeLessThan(last.taken);
  });

  it("counts each click once that its log had taken, in raw and in roll-ups, however often it is killed", async () => {
    await using folder = await makeTempFolder();
    const reports: ClicksReport[] = [];
    for (const [life, taken] of killsAfter.entries()) {
      await using clicks = startClicks({ folder: folder.path, life, ...usual, hasWriter: true });
      await clicks.until((report) => report.taken >= taken);
      reports.push(await clicks.kill());
    }
    // The last life records nothing: it stores what the others have left.
    const order = { folder: folder.path, life: killsAfter.length, ...usual, visitsPerTurn: 0, hasWriter: true };
    await using heir = startClicks(order);
    const store = await openSqliteClicks({ path: join(folder.path, "clicks.sqlite") });
    try {
      await heir.until(({ lagRecords }) => lagRecords === 0);
      for (const [life, report] of reports.entries()) {
        const { numbers, total } = await untilAllStored(store, life, report.taken);
        expect(numbers.toSorted((one, other) => one - other)).toEqual([...numbers.keys()]);
        expect(total).toBe(numbers.length);
      }
    } finally {
      await store.close();
    }
  });
});

/** What is stored of a life: the numbers of its raw clicks, and what the roll-ups say before and after these were read. */
async function storedOf(store: SqliteClicks, life: number) {
  const link = { domain: "", code: codeOf(life) };
  const from = Date.now() - 3_600_000;
  const { clicks: before } = await totalOf(store, link);
  const raw = await store.clicks({ link, from, to: from + 7_200_000, after: undefined, limit: 1_000_000 });
  const { clicks: total } = await totalOf(store, link);
  return { numbers: raw.map((click) => numberOf(click)), before, total };
}

/** The first look at the backlog may come before the writer's; and nothing may be stored between two looks. */
function untilAllStored(store: SqliteClicks, life: number, atLeast: number) {
  return eventually(60_000, `The clicks of life ${life}`, async () => {
    const stored = await storedOf(store, life);
    return stored.numbers.length >= atLeast && stored.before === stored.total ? stored : undefined;
  });
}
