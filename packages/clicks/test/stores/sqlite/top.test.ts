import { expect, it } from "vitest";
import { clickClasses, type Click } from "../../../src/click.ts";
import { topExactly } from "../../../src/testing/exact-count.ts";
import { batchOf, randomClicks, seededRandom } from "../../../src/testing/index.ts";
import { useTemporaryClicks } from "./temporary-clicks.ts";

const day = Date.UTC(2026, 5, 10);
const dayMs = 86_400_000;
const temporary = useTemporaryClicks();

it("finds the links with the most clicks of days that have changed since it was asked", async () => {
  const store = await temporary.open(temporary.path());
  const span = { from: day - dayMs / 2, to: day + 3 * dayMs };
  const sent: Click[] = [];
  // In turn all days change, one of them, and none.
  for (const spans of [[span], [{ from: day, to: day + dayMs }], [span]]) {
    const links = ["a", "b", "c", "d"].map((code) => ({ domain: "", code }));
    const added = randomClicks(seededRandom(sent.length + 1), { count: 300, links, spans, visitors: 9 });
    await store.store(batchOf(added, { from: sent.length }));
    sent.push(...added);
    for (const classes of [["human"], clickClasses, ["human"]] as const) {
      const found = await store.top({ ...span, classes, among: undefined, limit: 10 });
      expect(found).toEqual(topExactly(sent, { ...span, link: undefined, classes }));
    }
  }
  await store.forget({ rawBefore: day + dayMs, slotsBefore: day + dayMs });
  const left = await store.top({ ...span, classes: clickClasses, among: undefined, limit: 10 });
  expect(left).toEqual(topExactly(sent, { from: day + dayMs, to: span.to, link: undefined }));
});
