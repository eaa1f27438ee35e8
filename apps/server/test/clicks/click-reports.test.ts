import type { Click, ClickCounts, LinkRef } from "@narrows/clicks";
import { ClickError } from "@narrows/clicks";
import { createExactCounts, newClick } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { openClickServer, testNow, type ClickServerOptions } from "./click-server.ts";

const links = [
  { code: "mine", ownerId: "me" },
  { code: "other", ownerId: "you" },
  { code: "old", ownerId: "me", gone: "LINK_DELETED" },
  { code: "lost", ownerId: "me", gone: "LINK_FORGOTTEN" },
] as const;

const hourMs = 3_600_000;

const at = (text: string): number => Date.parse(text);

const clicks: readonly Click[] = [
  newClick({
    code: "mine",
    at: at("2026-11-29T14:59:59Z"),
    visitor: "a".repeat(16),
    country: "KR",
    referrer: "news.example",
  }),
  newClick({ code: "mine", at: at("2026-11-29T15:30:00Z"), visitor: "a".repeat(16), country: "KR" }),
  newClick({ code: "mine", at: at("2026-11-30T01:00:00Z"), visitor: "b".repeat(16), country: "NP" }),
  newClick({ code: "mine", at: at("2026-11-30T02:00:00Z"), class: "bot", reason: "agent-bot", country: "US" }),
  newClick({ code: "mine", at: at("2026-11-22T02:00:00Z"), visitor: "c".repeat(16) }),
  newClick({ code: "old", at: at("2026-11-30T02:00:00Z") }),
  newClick({ code: "other", at: at("2026-11-30T02:00:00Z") }),
  newClick({ code: "other", at: at("2026-11-30T03:00:00Z") }),
  newClick({ code: "other", at: at("2026-11-30T03:00:00Z") }),
];

const failing = (code: "STORE_UNAVAILABLE" | "SPAN_NOT_RAW"): ClickCounts => {
  const fail = async (): Promise<never> => {
    throw new ClickError(code);
  };
  return { totals: fail, counts: fail, series: fail, breakdown: fail, top: fail, clicks: fail };
};

async function ask(path: string, key = "me", options: Partial<ClickServerOptions> = {}) {
  const server = await openClickServer({ links, clicks, ...options });
  const response = await server.get(path, { key });
  const text = await response.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers, faults: server.faults };
}

describe("GET /v1/urls/{code}/stats", () => {
  it("counts by class in the zone that is asked for, and compares", async () => {
    const { status, body } = await ask("/v1/urls/mine/stats?from=1d&zone=Asia/Seoul&compare=previous");
    expect(status).toBe(200);
    expect(body).toEqual({
      shortCode: "mine",
      domain: "sho.rt",
      from: "2026-11-30T00:00:00+09:00",
      to: "2026-11-30T15:30:00+09:00",
      zone: "Asia/Seoul",
      clicks: 2,
      byClass: { human: 2, bot: 1, preview: 0, prefetch: 0, head: 0 },
      visitors: 2,
      class: "human",
      clickCount: { clicks: 4, asOf: "2026-11-30T06:30:00.000Z" },
      previous: {
        from: "2026-11-29T00:00:00+09:00",
        to: "2026-11-29T15:30:00+09:00",
        zone: "Asia/Seoul",
        clicks: 0,
        byClass: { human: 0, bot: 0, preview: 0, prefetch: 0, head: 0 },
        visitors: 0,
      },
    });
  });

  it("counts other classes when asked, or all", async () => {
    expect((await ask("/v1/urls/mine/stats?class=bot")).body["clicks"]).toBe(1);
    expect((await ask("/v1/urls/mine/stats?class=all")).body["clicks"]).toBe(4);
  });
});

describe("GET /v1/urls/{code}/timeseries", () => {
  it("puts 15:30Z on the next day in Seoul, and has zeros where nobody came", async () => {
    const { body } = await ask("/v1/urls/mine/timeseries?from=3d&zone=Asia/Seoul");
    expect(body).toMatchObject({ grain: "day", zone: "Asia/Seoul", asOf: "2026-11-30T06:30:00.000Z" });
    expect(body["buckets"]).toEqual([
      { from: "2026-11-28T00:00:00+09:00", clicks: 0, visitors: 0 },
      { from: "2026-11-29T00:00:00+09:00", clicks: 1, visitors: 1 },
      { from: "2026-11-30T00:00:00+09:00", clicks: 2, visitors: 2 },
    ]);
    expect(body).not.toHaveProperty("previous");
  });

  it("gives as many buckets of the period before", async () => {
    const { body } = await ask("/v1/urls/mine/timeseries?from=7d&compare=previous");
    const previous = body["previous"] as { buckets: readonly { clicks: number }[] };
    expect(previous.buckets.map((bucket) => bucket.clicks)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  });

  it("takes whole minutes for buckets of minutes alone", async () => {
    const query = "from=2026-11-30T00:59:00Z&to=2026-11-30T01:02:00Z";
    const { body } = await ask(`/v1/urls/mine/timeseries?${query}&grain=minute`);
    expect((body["buckets"] as { clicks: number }[]).map((bucket) => bucket.clicks)).toEqual([0, 1, 0]);
    expect((await ask(`/v1/urls/mine/timeseries?${query}&grain=hour`)).body).toMatchObject({
      code: "PERIOD_UNALIGNED",
      field: "from",
    });
  });
});

describe("GET /v1/urls/{code}/breakdown", () => {
  it("lists the most frequent values first, and what all have", async () => {
    const { body } = await ask("/v1/urls/mine/breakdown?dimension=country&limit=1");
    expect(body).toMatchObject({ dimension: "country", values: [{ value: "KR", clicks: 2 }], clicks: 3 });
  });

  it("needs a dimension that there is", async () => {
    for (const query of ["", "?dimension=visitor"]) {
      const { status, body } = await ask(`/v1/urls/mine/breakdown${query}`);
      expect([status, body["code"], body["field"]]).toEqual([400, "INVALID_PARAMETER", "dimension"]);
      expect(body["mend"]).toMatch(/one of country, region, .+, utmContent\.$/);
    }
  });
});

describe("GET /v1/stats/top", () => {
  const codes = (body: Record<string, unknown>) =>
    (body["links"] as { shortCode: string }[]).map((link) => link.shortCode);

  it("lists one's own links, and everyone's for an administrator", async () => {
    const own = await ask("/v1/stats/top");
    expect([codes(own.body), own.body["isComplete"]]).toEqual([["mine"], true]);
    expect(own.body["asOf"]).toMatch(/^2\d{3}-.+Z$/);
    const all = await ask("/v1/stats/top?limit=2", "admin");
    expect(all.body["links"]).toEqual([
      { shortCode: "mine", domain: "sho.rt", shortUrl: "https://sho.rt/mine", clicks: 3 },
      { shortCode: "other", domain: "sho.rt", shortUrl: "https://sho.rt/other", clicks: 3 },
    ]);
  });

  it("looks among 5,000 links of an owner, and says when there are more", async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => ({ code: `c${index}`, ownerId: "me" }));
    const seen = [newClick({ code: "c4999", at: testNow - hourMs }), newClick({ code: "c5000", at: testNow - hourMs })];
    const { body } = await ask("/v1/stats/top", "me", { links: many, clicks: seen });
    expect([codes(body), body["isComplete"]]).toEqual([["c4999"], false]);
    const whole = await ask("/v1/stats/top", "me", { links: many.slice(1), clicks: seen });
    expect([codes(whole.body), whole.body["isComplete"]]).toEqual([["c4999", "c5000"], true]);
  });

  it("looks for nothing where there are no links, and says all the same up to when all is counted", async () => {
    const counts = { ...failing("STORE_UNAVAILABLE"), totals: async () => ({ clicks: [], asOf: testNow }) };
    const { status, body } = await ask("/v1/stats/top", "nobody", { counts });
    expect([status, body["links"], body["asOf"]]).toEqual([200, [], "2026-11-30T06:30:00.000Z"]);
  });
});

describe("every report", () => {
  const paths = ["stats", "timeseries", "breakdown?dimension=os", "clicks", "live"];

  it.each(paths)("keeps other people's links as if they were not there: %s", async (path) => {
    for (const code of ["other", "nobody", "no%20code"]) {
      const { status, body } = await ask(`/v1/urls/${code}/${path}`);
      expect([status, body["code"]]).toEqual([404, "LINK_NOT_FOUND"]);
    }
  });

  it("goes on for links that were deleted or forgotten, for those who owned them alone", async () => {
    expect((await ask("/v1/urls/old/stats")).body["clicks"]).toBe(1);
    expect((await ask("/v1/urls/lost/stats")).body["clicks"]).toBe(0);
    expect((await ask("/v1/urls/old/stats", "you")).body["code"]).toBe("LINK_NOT_FOUND");
  });

  it.each([...paths.map((path) => `/v1/urls/mine/${path}`), "/v1/stats/top"])(
    "is refused where clicks are off: %s",
    async (path) => {
      const { status, body, faults } = await ask(path, "me", { counts: null });
      expect([status, body["code"], faults]).toEqual([404, "CLICKS_OFF", []]);
    },
  );

  it.each([...paths.slice(0, 4).map((path) => `/v1/urls/mine/${path}`), "/v1/stats/top"])(
    "says so when the store cannot be read: %s",
    async (path) => {
      const { status, body, headers, faults } = await ask(path, "me", { counts: failing("STORE_UNAVAILABLE") });
      expect([status, body["code"], headers.get("retry-after")]).toEqual([503, "CLICKS_UNAVAILABLE", "2"]);
      expect([headers.get("content-type"), faults.length]).toEqual(["application/problem+json; charset=utf-8", 1]);
    },
  );

  it("says so when single clicks are no longer kept", async () => {
    const { status, body } = await ask("/v1/urls/mine/clicks", "me", { counts: failing("SPAN_NOT_RAW") });
    expect([status, body["code"]]).toEqual([422, "CLICKS_NOT_KEPT"]);
  });

  it("waits for a store no longer than its deadline", async () => {
    const silent = { ...failing("SPAN_NOT_RAW"), totals: () => new Promise<never>(() => undefined) };
    const counts = { ...silent, counts: silent.totals };
    const { status, body } = await ask("/v1/urls/mine/stats", "me", { counts, reports: { deadlineMs: 1 } });
    expect([status, body["code"]]).toEqual([503, "CLICKS_UNAVAILABLE"]);
  });

  it.each([
    ["zone=Europe/Atlantis", 400, "ZONE_UNKNOWN", "zone"],
    ["from=yesterday", 400, "PERIOD_MALFORMED", "from"],
    ["from=2026-11-30T00:00:00+09:00", 400, "PERIOD_MALFORMED", "from"],
    ["to=7d", 400, "PERIOD_MALFORMED", "to"],
    ["from=2026-11-30&to=2026-11-01", 422, "PERIOD_INVALID", "from"],
    ["grain=minute&from=7d", 422, "BUCKETS_TOO_MANY", "grain"],
    ["grain=year", 400, "INVALID_PARAMETER", "grain"],
    ["class=people", 400, "INVALID_PARAMETER", "class"],
    ["compare=next", 400, "INVALID_PARAMETER", "compare"],
    ["since=7d", 400, "UNKNOWN_PARAMETER", "since"],
    ["from=7d&from=8d", 400, "REPEATED_PARAMETER", "from"],
    ["domain=stranger.example", 422, "DOMAIN_UNKNOWN", "domain"],
  ])("refuses ?%s", async (query, status, code, field) => {
    const answer = await ask(`/v1/urls/mine/timeseries?${query}`);
    expect(answer.body).toMatchObject({ code, field });
    expect([answer.status, answer.faults]).toEqual([status, []]);
  });
});

const lostCounts: readonly (readonly [string, Partial<ClickServerOptions>])[] = [
  ["clicks are off", { counts: null }],
  ["the store fails", { counts: failing("STORE_UNAVAILABLE") }],
  [
    "the store is silent",
    {
      counts: { ...failing("STORE_UNAVAILABLE"), totals: () => new Promise<never>(() => undefined) },
      reports: { countDeadlineMs: 1 },
    },
  ],
];

describe("clickCount of GET /v1/urls/{code}", () => {
  it("stands with the link, whose tag stays that of its version", async () => {
    const { body, headers } = await ask("/v1/urls/mine");
    expect(body).toMatchObject({ shortCode: "mine", clickCount: { clicks: 4, asOf: "2026-11-30T06:30:00.000Z" } });
    expect(headers.get("etag")).toBe('"3"');
  });

  it.each(lostCounts)("is null where %s", async (_, options) => {
    const { status, body, faults } = await ask("/v1/urls/mine", "me", options);
    expect([status, body["shortCode"], body["clickCount"], faults]).toEqual([200, "mine", null, []]);
  });
});

describe("clickCount of GET /v1/urls", () => {
  it("stands with each link, all of a page asked for at once", async () => {
    const asked: (readonly LinkRef[])[] = [];
    const exact = createExactCounts({ clicks, asOf: () => testNow });
    const counts: ClickCounts = {
      ...exact,
      totals(page) {
        asked.push(page);
        return exact.totals(page);
      },
    };
    const many = [{ code: "new", ownerId: "you" }, ...links];
    const { body } = await ask("/v1/urls?limit=2", "admin", { links: many, counts });
    const asOf = "2026-11-30T06:30:00.000Z";
    expect(body["links"]).toMatchObject([
      { shortCode: "new", clickCount: { clicks: 0, asOf } },
      { shortCode: "mine", clickCount: { clicks: 4, asOf } },
    ]);
    expect(asked.map((page) => page.map(({ code }) => code))).toEqual([["new", "mine"]]);
    expect((await ask("/v1/urls?cursor=2", "admin", { links: many, counts })).body).toMatchObject({
      links: [{ shortCode: "other", clickCount: { clicks: 3 } }],
      cursor: null,
    });
  });

  it("is not asked for where there are no links", async () => {
    const { status, body } = await ask("/v1/urls", "nobody", { counts: failing("STORE_UNAVAILABLE") });
    expect([status, body]).toEqual([200, { links: [], cursor: null }]);
  });

  it.each(lostCounts)("is null where %s", async (_, options) => {
    const { status, body, faults } = await ask("/v1/urls", "me", options);
    expect([status, faults]).toEqual([200, []]);
    expect(body).toMatchObject({ links: [{ shortCode: "mine", clickCount: null }], cursor: null });
  });
});
