import { expect, test } from "vitest";
import { createEdgeReport } from "../../src/edge/edge-report.ts";
import { sayIn } from "../../src/texts/say.ts";

const wallStart = Date.UTC(2030, 0, 1);

test("it is said once until when no copies are used, and again only when it lasts much longer", () => {
  const clock = { ms: 0 };
  const notices: string[] = [];
  const report = createEdgeReport({
    say: sayIn("en"),
    notice: (line) => notices.push(line),
    list: { counts: () => ({ deny: 0, bypass: 0 }) },
    silenceMs: 1_000,
    monotonicMs: () => clock.ms,
    now: () => wallStart + clock.ms,
  });
  report.blind(300_000);
  clock.ms = 250;
  report.blind(300_000);
  expect(notices).toEqual([expect.stringContaining("No copies until 2030-01-01T00:05:00.000Z, because")]);
  clock.ms = 60_000;
  report.blind(300_000);
  expect(notices.slice(1)).toEqual([expect.stringContaining("No copies until 2030-01-01T00:06:00.000Z, because")]);
});

test("a reason that is a sentence is put into another one without a second full stop", () => {
  const notices: string[] = [];
  const report = createEdgeReport({
    say: sayIn("en"),
    notice: (line) => notices.push(line),
    list: { counts: () => ({ deny: 0, bypass: 0 }) },
    silenceMs: 1_000,
    monotonicMs: () => 0,
    now: () => wallStart,
  });
  report.failed(new Error("The page is too long."));
  expect(notices).toEqual(["The service did not answer: The page is too long. Trying again."]);
});
