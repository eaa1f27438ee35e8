import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openClickServer } from "./click-server.ts";

const texts = `
  7d 24h 0d 99999w 2026-11-30 2026-02-30 9999-12-31 0000-01-01 2026-11-30T00:00:00Z 2026-11-30T00:00:00+99:99
  +275760-09-13T00:00:00Z Asia/Seoul UTC Etc/GMT+14 ../.. __proto__ constructor minute month all human country previous
  1000 1001 csv \0 \ud800`;
const words = fc.constantFrom(...texts.split(/\s+/));
const names = ["from", "to", "zone", "grain", "class", "compare", "dimension", "limit", "format", "domain", "x"];
const queries = fc.dictionary(fc.constantFrom(...names), fc.oneof(words, fc.string({ unit: "binary", maxLength: 50 })));
const paths = fc.constantFrom(
  ...["stats", "timeseries", "breakdown", "clicks"].map((report) => `/v1/urls/mine/${report}`),
  "/v1/stats/top",
);

describe("whatever is asked of reports", () => {
  it("is answered or refused, and is no fault of ours", async () => {
    const { get, faults } = await openClickServer({ links: [{ code: "mine", ownerId: "me" }] });
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(paths, queries, async (path, query) => {
        const response = await get(`${path}?${new URLSearchParams(query).toString()}`);
        await response.text();
        seen.add(response.status);
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 300, seed: 20_261_130 },
    );
    expect(faults).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 422]));
  });
});
