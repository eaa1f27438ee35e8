import { DatabaseSync } from "node:sqlite";
import { openSqliteClicks, type SqliteClicks } from "@narrows/clicks/sqlite";
import { createClicks } from "./random-click.ts";

const dayMs = 86_400_000;
const slotsOfDay = 96;

/** 2026-01-01T00:00:00Z, a Thursday. */
export const yearFrom = Date.UTC(2026, 0, 1);
export const yearTo = Date.UTC(2027, 0, 1);
const yearDays = (yearTo - yearFrom) / dayMs;
const clicksOfDay = 20_000;

/** The one link of the year. */
export const hotLink = { domain: "", code: "c0" };

/** Opens a store that waits for a busy machine. */
export function openPatiently(path: string): Promise<SqliteClicks> {
  return openSqliteClicks({ path, storeDeadlineMs: 600_000, reportDeadlineMs: 600_000 });
}

/** Stores a day of one link and gives every other day of the year the same buckets, as many as 100,000,000 clicks make. */
export async function fillYear(path: string, scale: number): Promise<void> {
  const clicks = await openPatiently(path);
  const next = createClicks(1, 3);
  const count = Math.max(10, Math.round(clicksOfDay * scale));
  const day = Array.from({ length: count }, (_, index) => next(yearFrom + Math.floor((index * dayMs) / count)));
  for (let from = 0; from < count; from += 5_000) {
    const batch = day.slice(from, from + 5_000);
    await clicks.store({ partition: "0", from, to: from + batch.length, clicks: batch, dead: [] });
  }
  await clicks.close();
  using database = new DatabaseSync(path);
  const times = Math.round(100_000_000 / yearDays / count);
  database.exec(`
    UPDATE buckets SET human = human * ${times}, bot = bot * ${times};
    INSERT INTO buckets
    WITH RECURSIVE days (day) AS (VALUES (1) UNION ALL SELECT day + 1 FROM days WHERE day < ${yearDays - 1})
    SELECT link, level, slot + day * ${slotsOfDay}, human, bot, preview, prefetch, head, visitors, dimensions
    FROM buckets, days WHERE level > 15;
  `);
}

/** Gives every one of many links clicks on each of 30 days. */
export async function fillMonth(path: string, links: number): Promise<void> {
  await (await openPatiently(path)).close();
  using database = new DatabaseSync(path);
  database.exec(`
    BEGIN;
    INSERT INTO links (id, domain, code)
    WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${links})
    SELECT n, '', 'c' || n FROM numbers;
    INSERT INTO buckets
    WITH RECURSIVE days (day) AS (VALUES (0) UNION ALL SELECT day + 1 FROM days WHERE day < 29)
    SELECT id, 1440, ${(yearFrom / dayMs) * slotsOfDay} + day * ${slotsOfDay},
      abs(random()) % 100 + 1, 1, 0, 0, 0, x'', x''
    FROM links, days;
    INSERT INTO buckets
    SELECT 0, level, slot, sum(human), sum(bot), 0, 0, 0, x'', x'' FROM buckets GROUP BY level, slot;
    COMMIT;
  `);
}

export const monthTo = yearFrom + 30 * dayMs;
