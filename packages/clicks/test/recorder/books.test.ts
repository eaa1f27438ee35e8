import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Click } from "../../src/click.ts";
import { createLogSink } from "../../src/recorder/log-sink.ts";
import { createRecorder, type RecorderStats } from "../../src/recorder/recorder.ts";
import { withFault, type Fault } from "../../src/testing/fault-plan.ts";
import { describeVisit, sampleVisit } from "./sample-visit.ts";

fc.configureGlobal({ seed: 20_261_130 });

const sumOf = ({ taken, dropped, buffered }: RecorderStats): number =>
  taken + buffered + Object.values(dropped).reduce((sum, count) => sum + count, 0);

const fault = fc.constantFrom<Fault>("before", "after", undefined, undefined);
const step = fc.record({ visits: fc.nat(30), turns: fc.nat(3), size: fc.nat(3_000) });

it("keeps its books right at each moment, whatever the log and the visits do", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.infiniteStream(fault),
      fc.constantFrom("drop" as const, "sample" as const),
      async (steps, faults, overflow) => {
        const given: Click[] = [];
        const recorder = createRecorder({
          sink: createLogSink({
            describe(visit) {
              if (visit.at % 17 === 0) throw new Error("as the test wants");
              return describeVisit(visit);
            },
            log: {
              append: (clicks) =>
                withFault(
                  () => faults.next().value,
                  "LOG_UNAVAILABLE",
                  async () => void given.push(...clicks),
                ),
            },
            visitsPerTurn: 5,
            onFault: () => undefined,
          }),
          maxVisits: 64,
          maxBytes: 128 * 1_024,
          maxBatch: 16,
          flushMs: 0,
          overflow,
          now: Date.now,
          random: Math.random,
          onFault: () => undefined,
        });
        let recorded = 0;
        for (const { visits, turns, size } of steps) {
          for (let index = 0; index < visits; index += 1) {
            recorder.record(sampleVisit(recorded, { destination: "x".repeat(size) }));
            recorded += 1;
            expect(sumOf(recorder.stats())).toBe(recorded);
          }
          for (let turn = 0; turn < turns; turn += 1) {
            await nextTurn();
            expect(sumOf(recorder.stats())).toBe(recorded);
          }
          const { buffered, bufferedBytes } = recorder.stats();
          expect(buffered).toBeLessThanOrEqual(64);
          expect(bufferedBytes).toBeLessThanOrEqual(128 * 1_024);
        }
        await recorder.close(20_000);
        const stats = recorder.stats();
        expect({ sum: sumOf(stats), buffered: stats.buffered, bytes: stats.bufferedBytes }).toEqual({
          sum: recorded,
          buffered: 0,
          bytes: 0,
        });
        // An append that failed after its effect may be given up and still be there.
        expect(new Set(given.map(({ id }) => id)).size).toBeGreaterThanOrEqual(stats.taken);
      },
    ),
    { numRuns: 40 },
  );
});
