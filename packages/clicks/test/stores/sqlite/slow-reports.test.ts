import { expect, it } from "vitest";
import { totalOf } from "../../../src/testing/index.ts";
import { useTemporaryClicks } from "./temporary-clicks.ts";

const temporary = useTemporaryClicks();
const link = { domain: "", code: "a" };
const minutes = Array.from({ length: 100 }, (_, index) => index * 60_000);

it("answers what is quick while there is too much of what is slow", async () => {
  const store = await temporary.open(temporary.path(), { reportQueueLimit: 1 });
  const slow = Promise.allSettled([1, 2, 3].map(() => store.series(link, minutes)));
  // The first is being read and the second waits.
  expect(store.stats()).toMatchObject({
    slowReader: { queued: 1, overloaded: 1 },
    reader: { queued: 0, overloaded: 0 },
  });
  expect(await totalOf(store, link)).toMatchObject({ clicks: 0 });
  expect((await slow).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

it("does not read totals for which nobody waits any more", async () => {
  const store = await temporary.open(temporary.path());
  const gaveUp = new AbortController();
  const asked = Promise.allSettled([1, 2, 3].map(() => store.totals([link], gaveUp.signal)));
  expect(store.stats().reader.queued).toBe(2);
  gaveUp.abort();
  expect(store.stats().reader).toMatchObject({ queued: 0, overloaded: 2 });
  expect((await asked).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
});

it("reads for several askers by turns, so that one who asks much holds up himself", async () => {
  const store = await temporary.open(temporary.path());
  const order: string[] = [];
  const ask = async (asker: string) => {
    await store.askedBy?.(asker).series(link, minutes);
    order.push(asker);
  };
  await Promise.all(["much", "much", "much", "much", "little"].map(ask));
  // The first one was being read before there was anybody else.
  expect(order).toEqual(["much", "much", "little", "much", "much"]);
});
