import { describe, expect, it, vi } from "vitest";
import { ann, bob, nobody, refusal, setUp, someone, start, url } from "./set-up.ts";

describe("change", () => {
  it("edits what is named, judged by the rules of creation, and leaves the rest", async () => {
    const { links, clock, changed } = setUp(["edit1"]);
    await links.create({ longUrl: url, note: "keep", tags: ["t"] }, ann);
    const key = { domain: "", code: "edit1" };
    clock.now += 1000;
    const { link: edited } = await links.edit(key, { longUrl: "https://www.example.com/new", enabled: false }, ann);
    expect(edited).toMatchObject({ destination: "https://www.example.com/new", note: "keep", tags: ["t"], version: 2 });
    expect(edited).toMatchObject({ enabled: false, updatedAt: clock.now, createdAt: start });
    expect(changed).toHaveLength(2);
    expect(await refusal(links.edit(key, { longUrl: "https://sho.rt/x" }, ann))).toBe("DESTINATION_OWN_DOMAIN");
    expect(await refusal(links.edit(key, { expiresAt: "2029-01-01T00:00:00Z" }, ann))).toBe("EXPIRY_PAST");
    expect((await links.edit(key, { expiresAt: null, note: null }, ann)).link.note).toBeNull();
  });

  it("keeps tags a set, as on creation", async () => {
    const { links } = setUp(["tagged1"]);
    await links.create({ longUrl: url }, ann);
    const { link } = await links.edit({ domain: "", code: "tagged1" }, { tags: ["b", "a", "b"] }, ann);
    expect(link.tags).toEqual(["a", "b"]);
  });

  it("tells the cache of a quarantine and of its end", async () => {
    const { links, changed } = setUp(["told1"]);
    await links.create({ longUrl: url }, ann);
    const key = { domain: "", code: "told1" };
    await links.quarantine(key, "bad", bob);
    await links.release(key, bob);
    await links.delete(key, ann);
    expect(changed).toEqual([key, key, key, key]);
  });

  it("says what is known of each change", async () => {
    const { links, events } = setUp(["known1"]);
    await links.create({ longUrl: url }, ann);
    const key = { domain: "", code: "known1" };
    await links.edit(key, { note: "x" }, ann);
    await links.delete(key, ann);
    expect(events).toMatchObject([
      { kind: "created", link: { ...key, version: 1 } },
      { kind: "changed", link: { ...key, version: 2, note: "x" } },
      { kind: "changed", link: { ...key, version: 3, deletedAt: start } },
    ]);
  });

  it("answers a change after everybody was told, and names who may not know of it; a creation waits for nobody", async () => {
    const { links, answer, events } = setUp(["waits1"]);
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    answer.unheard = promise;
    await links.create({ longUrl: url }, ann);
    const key = { domain: "", code: "waits1" };
    const answered: string[] = [];
    const edit = links.edit(key, { note: "x" }, ann).then(({ unheard }) => answered.push(...unheard));
    await vi.waitUntil(() => events.at(-1)?.kind === "changed", { timeout: 10_000 });
    expect((await links.get(key, ann)).note).toBe("x");
    expect(answered).toEqual([]);
    resolve(["node-b"]);
    await edit;
    expect(answered).toEqual(["node-b"]);
  });

  it("keeps a key of one domain away from every other domain's links", async () => {
    const { links } = setUp();
    await links.create({ longUrl: url, alias: "far" }, ann);
    await links.create({ longUrl: url, alias: "near", domain: "go.example" }, ann);
    const tied = someone("ann", { domain: "go.example" });
    const [far, near] = [
      { domain: "", code: "far" },
      { domain: "go.example", code: "near" },
    ];
    expect(await refusal(links.get(far, tied))).toBe("LINK_NOT_FOUND");
    expect(await refusal(links.edit(far, { note: "x" }, tied))).toBe("LINK_NOT_FOUND");
    expect(await refusal(links.quarantine(far, "bad", tied))).toBe("LINK_NOT_FOUND");
    expect(await refusal(links.release(far, tied))).toBe("LINK_NOT_FOUND");
    expect((await links.get(near, tied)).code).toBe("near");
    expect((await links.quarantine(near, "bad", tied)).link.code).toBe("near");
    const listed = (await links.list({ limit: 1000 }, tied)).links;
    expect(new Set(listed.map(({ domain }) => domain))).toEqual(new Set(["go.example"]));
    expect(await refusal(links.list({ domain: "sho.rt" }, tied))).toBe("DOMAIN_FORBIDDEN");
  });

  it("hides other people's links and shows them to an admin", async () => {
    const { links } = setUp(["hers"]);
    await links.create({ longUrl: url }, ann);
    const key = { domain: "", code: "hers" };
    for (const stranger of [bob, nobody]) {
      expect(await refusal(links.get(key, stranger))).toBe("LINK_NOT_FOUND");
      expect(await refusal(links.edit(key, { note: "x" }, stranger))).toBe("LINK_NOT_FOUND");
      expect(await refusal(links.delete(key, stranger))).toBe("LINK_NOT_FOUND");
    }
    expect((await links.get(key, someone("root", { isAdmin: true }))).ownerId).toBe("owner-ann");
  });

  it("lets nobody own what an anonymous user made", async () => {
    const { links } = setUp(["anon"]);
    await links.create({ longUrl: url }, nobody);
    expect(await refusal(links.get({ domain: "", code: "anon" }, nobody))).toBe("LINK_NOT_FOUND");
    expect((await links.list({ limit: 1000 }, nobody)).links).toEqual([]);
  });

  it("leaves a tombstone that claims the code", async () => {
    const { links } = setUp();
    await links.create({ longUrl: url, alias: "gone" }, ann);
    const key = { domain: "", code: "gone" };
    await links.delete(key, ann);
    expect(await refusal(links.get(key, ann))).toBe("LINK_DELETED");
    expect(await refusal(links.delete(key, ann))).toBe("LINK_DELETED");
    expect(await refusal(links.create({ longUrl: url, alias: "gone" }, ann))).toBe("ALIAS_TAKEN");
  });

  it("lets a moderator quarantine and release, and the owner do neither", async () => {
    const { links } = setUp();
    await links.create({ longUrl: url, alias: "bad" }, ann);
    const key = { domain: "", code: "bad" };
    expect((await links.quarantine(key, "phishing", bob)).link.quarantineReason).toBe("phishing");
    expect(await refusal(links.edit(key, { note: "x" }, ann))).toBe("LINK_QUARANTINED");
    expect(await refusal(links.delete(key, ann))).toBe("LINK_QUARANTINED");
    expect((await links.release(key, bob)).link.quarantinedAt).toBeNull();
    expect((await links.edit(key, { note: "x" }, ann)).link.note).toBe("x");
  });
});
