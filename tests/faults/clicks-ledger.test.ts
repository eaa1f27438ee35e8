import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProgram } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { ledgerFaults, ledgerLink, type FirstLife } from "./clicks/ledger-faults.ts";
import { ledgerPlaces, startServices, type LedgerServices } from "./clicks/ledger-places.ts";
import { readLedger, untilCounted, untilCountedUpTo, untilLogged, type Ledger } from "./clicks/ledger.ts";
import { followNumbered } from "./clicks/numbered-redirects.ts";

/** Of the life after the one with the fault. */
const redirects = 100;
const firstOfSecondLife = 1_000_000;

describe("the clicks of a service over two lives", () => {
  let services: LedgerServices;
  beforeAll(async () => {
    services = await startServices();
  });
  afterAll(() => services[Symbol.asyncDispose]());

  for (const { name, isThere, isDurable, open } of ledgerPlaces) {
    describe.skipIf(!isThere)(`through ${name}`, () => {
      it.each(ledgerFaults)(
        "are each stored once or known to be lost, when the first $name",
        { timeout: 300_000 },
        async ({ isKilled, live }) => {
          await using folder = await makeTempFolder();
          await using place = await open(services);
          const first = await live(place, folder.path);

          await using program = await startProgram({ dataDir: folder.path, env: place.env });
          const second = await followNumbered(program, ledgerLink, firstOfSecondLife, redirects);
          expect(second.answered).toHaveLength(redirects);
          const { dropped } = await untilLogged(program);
          const known = isDurable && isKilled ? first.prompt.length : first.books.logged;
          if (isKilled) await untilCountedUpTo(program, ledgerLink, Date.now());
          await untilCounted(program, ledgerLink, known + first.foreign.length + redirects - dropped);

          const ledger = await readLedger(program, ledgerLink);
          expectOnce(ledger);
          const sent = [...first.foreign, ...first.answered.map(String), ...second.answered.map(String)];
          if (isKilled) expectLittleLost(ledger, first, isDurable);
          else expect(ledger.numbers.length + first.books.dropped + dropped).toBe(sent.length);
          expect(await readMetric(program, "narrows_clicks_dead_total")).toBe(0);
          await program.stop();
        },
      );
    });
  }
});

/** No click is there twice, and roll-ups have those that are there. */
function expectOnce({ ids, numbers, rolledUp }: Ledger): void {
  const count = numbers.length;
  expect({ ids: new Set(ids).size, numbers: new Set(numbers).size, ...rolledUp }).toEqual({
    ids: count,
    numbers: count,
    byClass: count,
    byLanguage: count,
    ever: count,
  });
}

/** A kill loses what no log had taken, and nothing else; where clicks are durable, no click whose redirect was answered. */
function expectLittleLost({ numbers }: Ledger, { answered, prompt, sent, books }: FirstLife, isDurable: boolean): void {
  const stored = new Set(numbers);
  const lost = (from: readonly number[]): readonly number[] => from.filter((number) => !stored.has(String(number)));
  expect(lost(answered).length).toBeLessThanOrEqual(books.buffered + books.dropped + sent - books.recorded);
  if (!isDurable) return;
  expect(prompt.length).toBeGreaterThan(0);
  expect(lost(prompt)).toEqual([]);
}
