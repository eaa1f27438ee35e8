import { expect } from "vitest";
import { eventually } from "../../program/deadline.ts";
import { linksApi, type CreatedLink, type LinksApi } from "../../program/links-api.ts";
import type { Program } from "../../program/program.ts";
import { readMetric } from "../../program/read-metric.ts";

export const before = "https://example.com/before";
export const after = "https://example.com/after";
export const patienceMs = 60_000;

export function apiOf({ http, admin }: Program): LinksApi {
  return linksApi(http, admin);
}

export async function untilTrusted(node: Program, wanted: 0 | 1): Promise<void> {
  await eventually(patienceMs, `That trust in Redis is ${wanted}`, async () =>
    (await readMetric(node, "narrows_shared_cache_trusted")) === wanted ? true : undefined,
  );
}

/** Lets Redis fail, and expects of both nodes what they answer without one. @returns A link that leads to `after` by then. */
export async function expectNoCost(
  first: Program,
  second: Program,
  fail: () => Promise<unknown>,
): Promise<CreatedLink> {
  const known = await apiOf(first).mustCreate({ longUrl: before });
  await fail();
  for (let round = 0; round < 20; round += 1) {
    const { shortCode } = await apiOf(first).mustCreate({ longUrl: before });
    expect((await apiOf(second).follow(shortCode)).locations).toEqual([before]);
    expect((await apiOf(second).follow(known.shortCode)).locations).toEqual([before]);
    expect((await apiOf(second).follow(`none${round}`)).status).toBe(404);
  }
  expect((await apiOf(first).edit(known.shortCode, { longUrl: after })).status).toBe(200);
  expect((await apiOf(second).follow(known.shortCode)).locations).toEqual([after]);
  await untilTrusted(second, 0);
  expect((await apiOf(second).follow(known.shortCode)).locations).toEqual([after]);
  return known;
}
