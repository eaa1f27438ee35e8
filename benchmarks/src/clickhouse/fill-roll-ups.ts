import { askClickHouse } from "./clickhouse-under-test.ts";

export type RollUps = {
  readonly url: string;
  readonly database: string;
  /** Of one link, spread over a year. */
  readonly clicks: number;
};

export const year = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) };
export const filledLink = { domain: "", code: "filled" };

const slots = 365 * 96;

/** Writes the roll-ups that so many clicks would have made, without the clicks. A quarter of them are of new visitors. */
export async function fillRollUps({ url, database, clicks }: RollUps): Promise<void> {
  const perSlot = Math.max(4, Math.floor(clicks / slots));
  const ask = (statement: string) => askClickHouse(url, statement, database);
  await ask(`INSERT INTO click_buckets
    SELECT 'slot', '', 'filled', toDateTime(${year.from / 1_000} + 900 * intDiv(number, ${Math.floor(perSlot / 4)}), 'UTC') AS bucket,
      'human', 4 * count(), uniqCombined64State(12)(toFixedString(leftPad(hex(cityHash64(number)), 16, '0'), 16))
    FROM numbers(${slots * Math.floor(perSlot / 4)}) GROUP BY bucket`);
  for (const [level, seconds] of Object.entries({ eighth: 10_800, day: 86_400 })) {
    await ask(`INSERT INTO click_buckets
      SELECT '${level}', '', 'filled', toDateTime(toUnixTimestamp(s.bucket) - toUnixTimestamp(s.bucket) % ${seconds}, 'UTC') AS start,
        class, sum(s.clicks), uniqCombined64MergeState(12)(s.visitors)
      FROM click_buckets AS s WHERE level = 'slot' GROUP BY start, class`);
  }
  await ask("OPTIMIZE TABLE click_buckets FINAL");
}
