import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../src/fingerprint.ts";
import { ann, linkIn, refusal, setUp, url } from "./set-up.ts";

describe("a click budget", () => {
  it("is kept as it was asked for, and left out is none", async () => {
    const { links } = setUp(["budget1", "budget2"]);
    const asked = linkIn((await links.create({ longUrl: url, maxClicks: 2 }, ann)).body);
    expect(asked).toMatchObject({ maxClicks: 2, clicksUsed: 0 });
    expect(linkIn((await links.create({ longUrl: url, maxClicks: null }, ann)).body).maxClicks).toBeNull();
  });

  it("is refused beside a permanent redirect, at create and at edit", async () => {
    const { links } = setUp(["budget3", "budget4"]);
    for (const redirectStatus of [301, 308] as const) {
      const creation = links.create({ longUrl: url, maxClicks: 1, redirectStatus }, ann);
      expect(await refusal(creation)).toBe("BUDGET_PERMANENT");
    }
    await links.create({ longUrl: url, maxClicks: 1 }, ann);
    const key = { domain: "", code: "budget3" };
    expect(await refusal(links.edit(key, { redirectStatus: 308 }, ann))).toBe("BUDGET_PERMANENT");
    const { link } = await links.edit(key, { redirectStatus: 308, maxClicks: null }, ann);
    expect(link).toMatchObject({ redirectStatus: 308, maxClicks: null });
    expect(await refusal(links.edit(key, { maxClicks: 1 }, ann))).toBe("BUDGET_PERMANENT");
  });

  it("is shared with nobody who asks for the same", async () => {
    const { links } = setUp(["budget5", "budget6", "budget7"]);
    const request = { longUrl: `${url}-shared`, reuse: true } as const;
    const made = [
      await links.create({ ...request, maxClicks: 1 }, ann),
      await links.create({ ...request, maxClicks: 1 }, ann),
      await links.create(request, ann),
    ];
    expect(made.map(({ kind }) => kind)).toEqual(["created", "created", "created"]);
    expect((await links.create(request, ann)).kind).toBe("reused");
  });

  it("makes another request under the same Idempotency-Key, and leaves those without it as they were", async () => {
    const { links } = setUp(["budget8"]);
    await links.create({ longUrl: url, maxClicks: 1 }, ann, "key");
    expect(await refusal(links.create({ longUrl: url, maxClicks: 2 }, ann, "key"))).toBe("IDEMPOTENCY_CONFLICT");
    expect(await refusal(links.create({ longUrl: url }, ann, "key"))).toBe("IDEMPOTENCY_CONFLICT");
    // As a release without budgets made it.
    const before = "346843";
    expect(
      Buffer.from(fingerprintOf([{ longUrl: "https://example.com/" }]))
        .toString("hex")
        .slice(0, 6),
    ).toBe(before);
  });
});
