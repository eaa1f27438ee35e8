import { describe, expect, it } from "vitest";
import type { CreateRequest } from "../../src/index.ts";
import { ann, bob, linkIn, nobody, refusal, setUp, someone, stores, url } from "./set-up.ts";

describe("create", () => {
  it("stores what was asked and tells the cache before it answers", async () => {
    const { links, changed } = setUp(["first1"]);
    const request: CreateRequest = { longUrl: url, tags: ["b", "a", "b"], note: "n", redirectStatus: 301 };
    const { kind, body } = await links.create(request, ann);
    expect(kind).toBe("created");
    expect(linkIn(body)).toMatchObject({ code: "first1", destination: url, tags: ["a", "b"], redirectStatus: 301 });
    expect(await stores.links.find({ domain: "", code: "first1" })).toEqual(linkIn(body));
    expect(changed).toEqual([{ domain: "", code: "first1" }]);
  });

  it("tries other codes when a generated one is taken, eight in all", async () => {
    const { links, counted } = setUp(["taken1", ...Array.from({ length: 7 }, () => "taken1"), "free1"]);
    await links.create({ longUrl: url }, ann);
    expect(linkIn((await links.create({ longUrl: url }, ann)).body).code).toBe("free1");
    expect(counted.collisions).toBe(7);
    const full = setUp(Array.from({ length: 8 }, () => "taken1"));
    expect(await refusal(full.links.create({ longUrl: url }, ann))).toBe("CODES_EXHAUSTED");
  });

  it("gives an alias to the first who asks, whatever its kind", async () => {
    const { links } = setUp(["gen1"]);
    await links.create({ longUrl: url }, ann);
    expect(await refusal(links.create({ longUrl: url, alias: "gen1" }, bob))).toBe("ALIAS_TAKEN");
    await links.create({ longUrl: url, alias: "mine" }, ann);
    expect(await refusal(links.create({ longUrl: url, alias: "mine" }, ann))).toBe("ALIAS_TAKEN");
  });

  it("keeps domains apart and lets a key use its own domain only", async () => {
    const { links } = setUp();
    const tied = someone("tied", { domain: "go.example" });
    expect(linkIn((await links.create({ longUrl: url, alias: "same" }, tied)).body).domain).toBe("go.example");
    const other = await links.create({ longUrl: url, alias: "same", domain: "SHO.rt" }, ann);
    expect(linkIn(other.body).domain).toBe("");
    expect(await refusal(links.create({ longUrl: url, domain: "sho.rt" }, tied))).toBe("DOMAIN_FORBIDDEN");
    expect(await refusal(links.create({ longUrl: url, domain: "evil.example" }, ann))).toBe("DOMAIN_UNKNOWN");
  });
});

describe("reuse", () => {
  it("returns the owner's live link with the same settings, and nobody else's", async () => {
    const { links } = setUp();
    const request = { longUrl: "https://www.example.com/reuse", reuse: true };
    const first = await links.create(request, ann);
    expect(await links.create(request, ann)).toEqual({ kind: "reused", body: first.body, isReplay: false });
    expect((await links.create(request, bob)).kind).toBe("created");
    for (const other of [{ note: "other" }, { redirectStatus: 301 as const }, { alias: "reuse-alias" }]) {
      expect((await links.create({ ...request, ...other }, ann)).kind).toBe("created");
    }
    expect((await links.create(request, nobody)).kind).toBe("created");
    expect((await links.create(request, nobody)).kind).toBe("created");
  });
});
