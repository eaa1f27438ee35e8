import { expect, it } from "vitest";
import { anyone, createCommand, fingerprint, noon, sampleLink, sampleRecord } from "./sample-link.ts";
import type { StoresUnderTest } from "./use-stores.ts";

/** One logical create request makes one link, however often it comes. */
export function idempotencyTests(stores: StoresUnderTest): void {
  it("answers a repetition with the first answer's bytes and makes no second link", async () => {
    const { links } = stores.first;
    const record = sampleRecord({ responseBody: '{"b":1, "a":"\\u00e9 é 😀",\n "n":1.0}' });
    await links.create(createCommand(sampleLink(), { idempotency: record }));
    const second = sampleLink();
    const outcome = await links.create(
      createCommand(second, { idempotency: { ...record, responseBody: "another body" } }),
    );
    expect(outcome).toEqual({ kind: "replayed", responseBody: record.responseBody, isReuse: false });
    expect(await links.find(second)).toBeUndefined();
  });

  it("creates once when 50 creates with one key come at once through two connections", async () => {
    const record = sampleRecord();
    const rivals = Array.from({ length: 50 }, (_, index) => ({
      link: sampleLink(),
      idempotency: { ...record, responseBody: `{"number":${index}}` },
    }));
    const outcomes = await Promise.all(
      rivals.map(({ link, idempotency }, index) =>
        (index % 2 === 0 ? stores.first : stores.second).links.create(createCommand(link, { idempotency })),
      ),
    );
    const winner = outcomes.findIndex((outcome) => outcome.kind === "created");
    const responseBody = `{"number":${winner}}`;
    expect(outcomes.filter((outcome) => outcome.kind === "created")).toHaveLength(1);
    expect(outcomes.filter((_, index) => index !== winner)).toEqual(
      Array.from({ length: 49 }, () => ({ kind: "replayed", responseBody, isReuse: false })),
    );
    const stored = await Promise.all(rivals.map(({ link }) => stores.first.links.find(link)));
    expect(stored.filter((link) => link !== undefined)).toEqual([rivals[winner]?.link]);
  });

  it("refuses another request under a key that is in use", async () => {
    const { links } = stores.first;
    const record = sampleRecord();
    await links.create(createCommand(sampleLink(), { idempotency: record }));
    const other = sampleLink();
    const idempotency = { ...record, fingerprint: fingerprint("other") };
    expect(await links.create(createCommand(other, { idempotency }))).toEqual({ kind: "idempotency-conflict" });
    expect(await links.find(other)).toBeUndefined();
  });

  it("keeps the keys of different requesters apart", async () => {
    const { links } = stores.first;
    const record = sampleRecord();
    await links.create(createCommand(sampleLink(), { idempotency: record }));
    const idempotency = { ...record, requester: `${record.requester}-other` };
    expect(await links.create(createCommand(sampleLink(), { idempotency }))).toEqual({ kind: "created" });
  });

  it("remembers nothing of a create whose code was taken", async () => {
    const { links } = stores.first;
    const taken = sampleLink();
    await links.create(createCommand(taken));
    const record = sampleRecord();
    expect((await links.create(createCommand({ ...taken }, { idempotency: record }))).kind).toBe("code-taken");
    expect(await links.findIdempotent(record.requester, record.key, noon)).toBeUndefined();
    expect((await links.create(createCommand(sampleLink(), { idempotency: record }))).kind).toBe("created");
  });

  it("finds the stored answer until its time is over, and not from that instant on", async () => {
    const { links } = stores.first;
    const record = sampleRecord({ expiresAt: noon + 10 });
    await links.create(createCommand(sampleLink(), { idempotency: record }));
    const found = await links.findIdempotent(record.requester, record.key, noon + 9);
    expect(found?.responseBody).toBe(record.responseBody);
    expect([...(found?.fingerprint ?? [])]).toEqual([...record.fingerprint]);
    expect(await links.findIdempotent(record.requester, record.key, noon + 10)).toBeUndefined();
    expect(await links.findIdempotent(record.requester, "another key", noon)).toBeUndefined();
    expect(await links.findIdempotent("another requester", record.key, noon)).toBeUndefined();
  });

  it("creates anew under a key whose time is over, and remembers the new answer", async () => {
    const { links } = stores.first;
    const record = sampleRecord({ expiresAt: noon + 10 });
    await links.create(createCommand(sampleLink(), { idempotency: record }));
    const later = sampleLink({ createdAt: noon + 10, updatedAt: noon + 10 });
    const again = { ...record, fingerprint: fingerprint("other"), responseBody: "later", expiresAt: noon + 20 };
    expect(await links.create(createCommand(later, { idempotency: again }))).toEqual({ kind: "created" });
    expect((await links.findIdempotent(record.requester, record.key, noon + 11))?.responseBody).toBe("later");
  });

  it("keeps the answer when the link is changed or deleted afterwards", async () => {
    const { links } = stores.first;
    const link = sampleLink();
    const record = sampleRecord();
    await links.create(createCommand(link, { idempotency: record }));
    await links.delete({ key: link, guard: anyone, now: noon });
    const outcome = await links.create(createCommand(sampleLink(), { idempotency: record }));
    expect(outcome).toEqual({ kind: "replayed", responseBody: record.responseBody, isReuse: false });
  });

  it("keeps the answer to a request that reused a link, the first one for good", async () => {
    const { links } = stores.first;
    const link = sampleLink();
    await links.create(createCommand(link));
    const record = sampleRecord({ isReuse: true });
    const replayed = { kind: "replayed", responseBody: record.responseBody, isReuse: true };
    const later = { ...record, responseBody: "later" };
    const other = { ...record, fingerprint: fingerprint("other") };
    expect(await links.keepAnswer(record, link, noon)).toEqual({ kind: "kept" });
    expect(await stores.second.links.keepAnswer(later, link, noon)).toEqual(replayed);
    expect(await links.keepAnswer(other, link, noon)).toEqual({ kind: "idempotency-conflict" });
    expect(await links.create(createCommand(sampleLink(), { idempotency: record }))).toEqual(replayed);
    expect(await links.findIdempotent(record.requester, record.key, noon)).toMatchObject({ isReuse: true });
    expect(await links.keepAnswer({ ...later, expiresAt: record.expiresAt + 9 }, link, record.expiresAt)).toEqual({
      kind: "kept",
    });
  });

  it("purges records whose time is over, so many at a time, and no others", async () => {
    const { links } = stores.first;
    // Long before every other test's records, which stay out of it.
    const over = noon - 1_000_000;
    const records = Array.from({ length: 5 }, () => sampleRecord({ expiresAt: over }));
    const held = sampleRecord({ expiresAt: over + 1 });
    for (const idempotency of [...records, held]) {
      const link = sampleLink({ createdAt: over - 10 });
      expect((await links.create(createCommand(link, { idempotency }))).kind).toBe("created");
    }
    expect(await links.purgeIdempotency(over, 3)).toBe(3);
    expect(await links.purgeIdempotency(over, 3)).toBe(2);
    expect(await links.purgeIdempotency(over, 3)).toBe(0);
    expect(await links.findIdempotent(held.requester, held.key, over)).toBeDefined();
  });
}
