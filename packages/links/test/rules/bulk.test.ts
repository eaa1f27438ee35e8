import { describe, expect, it } from "vitest";
import { StoreError, type LinkError } from "../../src/index.ts";
import { ann, refusal, setUp, stores, url } from "./set-up.ts";

describe("bulk", () => {
  it("tells of each row in order, and a refused row leaves the others alone", async () => {
    const { links } = setUp();
    const rows = [
      { longUrl: url, alias: "row" },
      { longUrl: "nonsense" },
      { longUrl: url, alias: "row" },
      { longUrl: url },
    ];
    const outcomes = await links.createMany(rows, ann);
    expect(outcomes.map((outcome) => (outcome instanceof Error ? outcome.code : outcome.kind))).toEqual([
      "created",
      "DESTINATION_NOT_ABSOLUTE",
      "ALIAS_TAKEN",
      "created",
    ]);
  });

  it("makes only what is missing when it is repeated, and refuses other rows under its key", async () => {
    const { links } = setUp();
    const rows = Array.from({ length: 20 }, (_, n) => ({ longUrl: `https://www.example.com/${n}` }));
    const first = await links.createMany(rows, ann, "bulk1");
    const again = await links.createMany(rows, ann, "bulk1");
    const bodies = (outcomes: typeof first) => outcomes.map((outcome) => ("body" in outcome ? outcome.body : outcome));
    expect(bodies(again)).toEqual(bodies(first));
    expect(again.every((outcome) => !(outcome instanceof Error) && outcome.isReplay)).toBe(true);
    const more = [...rows, { longUrl: "https://www.example.com/new-in-bulk" }];
    expect(await refusal(links.createMany(more, ann, "bulk1"))).toBe("IDEMPOTENCY_CONFLICT");
    const { links: found } = await links.list({ q: "www.example.com", limit: 1000 }, ann);
    expect(found.filter(({ destination }) => destination.endsWith("new-in-bulk"))).toEqual([]);
  });

  it("makes the rows of one of two requests that come at once with one key and other rows", async () => {
    const { links } = setUp();
    const rows = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ longUrl: `https://race.example/${name}/${n}` }));
    const settled = await Promise.allSettled([
      links.createMany(rows("a", 10), ann, "bulk2"),
      links.createMany(rows("b", 20), ann, "bulk2"),
    ]);
    const winners = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const losers = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as LinkError] : []));
    expect(losers.map(({ code }) => code)).toEqual(["IDEMPOTENCY_CONFLICT"]);
    const { links: made } = await links.list({ q: "race.example", limit: 1000 }, ann);
    expect(made).toHaveLength(winners[0]?.length ?? 0);
  });

  it("keeps its key apart from that of a single create", async () => {
    const { links } = setUp();
    await links.create({ longUrl: url }, ann, "row:0:apart");
    const [outcome] = await links.createMany([{ longUrl: url }], ann, "apart");
    expect(outcome).toMatchObject({ kind: "created", isReplay: false });
  });

  it("tells a row that the store could not take from one that must change", async () => {
    const { links } = setUp();
    const create = stores.links.create;
    stores.links.create = () => Promise.reject(new StoreError("STORE_FULL", "full"));
    try {
      const [outcome] = await links.createMany([{ longUrl: url }], ann);
      expect(outcome).toBeInstanceOf(StoreError);
    } finally {
      stores.links.create = create;
    }
  });
});
