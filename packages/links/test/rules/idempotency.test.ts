import { describe, expect, it } from "vitest";
import { ann, bob, linkIn, refusal, setUp, url } from "./set-up.ts";

const settings = [{ domain: "go.example" }, { expiresAt: "2031-01-01T00:00:00Z" }];

describe("Idempotency-Key", () => {
  it("answers a repetition with the same bytes, even when the request would be refused by now", async () => {
    const { links, clock } = setUp();
    const request = { longUrl: url, expiresAt: "2030-01-01T01:00:00Z" };
    const first = await links.create(request, ann, "k1");
    clock.now += 2 * 3_600_000;
    expect(await links.create(request, ann, "k1")).toEqual({ ...first, isReplay: true });
  });

  it("is forgotten after 24 hours", async () => {
    const { links, clock } = setUp();
    await links.create({ longUrl: url }, ann, "k2");
    clock.now += 24 * 3_600_000 - 1;
    expect((await links.create({ longUrl: url }, ann, "k2")).isReplay).toBe(true);
    clock.now += 1;
    expect((await links.create({ longUrl: url }, ann, "k2")).kind).toBe("created");
  });

  it("belongs to its requester, and covers every field", async () => {
    const { links } = setUp();
    await links.create({ longUrl: url, tags: ["x", "y"] }, ann, "k3");
    expect((await links.create({ longUrl: url, tags: ["x"] }, bob, "k3")).kind).toBe("created");
    expect((await links.create({ longUrl: url, tags: ["y", "x"] }, ann, "k3")).isReplay).toBe(true);
    for (const other of [
      {},
      { note: "n" },
      { redirectStatus: 301 as const },
      { reuse: true },
      { alias: "k3-alias" },
      ...settings,
    ]) {
      const request = { longUrl: url, ...other };
      expect(await refusal(links.create(request, ann, "k3"))).toBe("IDEMPOTENCY_CONFLICT");
    }
  });

  it("answers a repetition of a reuse with the same bytes, though the link was changed since", async () => {
    const { links } = setUp();
    const request = { longUrl: "https://www.example.com/reuse-idempotent", reuse: true };
    const made = linkIn((await links.create(request, ann)).body);
    const first = await links.create(request, ann, "k5");
    expect(first).toMatchObject({ kind: "reused", isReplay: false });
    await links.edit(made, { note: "changed" }, ann);
    expect(await links.create(request, ann, "k5")).toEqual({ ...first, isReplay: true });
    expect(await refusal(links.create({ ...request, note: "x" }, ann, "k5"))).toBe("IDEMPOTENCY_CONFLICT");
  });

  it("makes one link of fifty at once", async () => {
    const { links } = setUp();
    const all = await Promise.all(Array.from({ length: 50 }, () => links.create({ longUrl: url }, ann, "k4")));
    expect(all.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  });
});
