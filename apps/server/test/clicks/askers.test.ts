import type { AskedCounts } from "@narrows/clicks";
import { createExactCounts } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { openClickServer, testNow } from "./click-server.ts";

describe("a store that answers several keys by turns", () => {
  it.each([
    "/v1/urls/mine",
    "/v1/urls",
    "/v1/urls/mine/stats",
    "/v1/urls/mine/timeseries",
    "/v1/urls/mine/breakdown?dimension=country",
    "/v1/urls/mine/clicks?format=json",
    "/v1/stats/top",
  ])("is told whose question it is: %s", async (path) => {
    const askers: string[] = [];
    const exact = createExactCounts({ clicks: [], asOf: () => testNow });
    const counts: AskedCounts = {
      ...exact,
      askedBy(asker) {
        askers.push(asker);
        return exact;
      },
    };
    const { get } = await openClickServer({ links: [{ code: "mine", ownerId: "me" }], counts });
    const answer = await get(path, { key: "me" });
    await answer.text();
    expect([answer.status, askers]).toEqual([200, ["me"]]);
  });
});
