import { expect, test } from "vitest";
import { wasCold } from "../src/cache-hit-share.ts";
import { atMost, validIf } from "../src/report.ts";
import { createSeriesBook } from "../src/series-book.ts";

test.each([
  ["none", [], false],
  ["0 and 5 %", [0, 5], true],
  ["0 and 6 %", [0, 6], false],
])("a series with hits of %s is known to be cold, or not", (_name, shares, isCold) => {
  const book = createSeriesBook();
  for (const value of shares) book.add("case", "narrows", { hits: { unit: "%", value } });
  expect(wasCold(book, "case", ["narrows"])).toBe(isCold);
});

test("a claim about something else than what was measured is invalid, however good its figure", () => {
  expect(validIf(false, atMost("CPU", 1, 2)).verdict).toBe("invalid");
  expect(validIf(true, atMost("CPU", 1, 2)).verdict).toBe("met");
});
