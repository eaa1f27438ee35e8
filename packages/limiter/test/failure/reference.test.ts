import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FailureCode } from "../../src/decision.ts";
import { checkGuardOptions } from "../../src/failure/guard-options.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import { guarded } from "./guarded.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/limiter-failures.md"), "utf8");

/** Complete by its type; the value says whether it opens the breaker. */
const codes: Readonly<Record<FailureCode, boolean>> = {
  STORE_DEADLINE: true,
  STORE_UNREACHABLE: true,
  STORE_REFUSED: true,
  STORE_OVERLOADED: false,
  STORE_BREAKER_OPEN: false,
  STORE_STATE_UNREADABLE: false,
  STORE_CLOSED: false,
};

test("the page names every code, and whether it counts for the breaker", () => {
  const rows = [...page.matchAll(/^\| `(STORE_\w+)` \|.*\| (yes|no) \|$/gm)].map(([, code, counts]) => [code, counts]);
  expect(rows).toEqual(Object.entries(codes).map(([code, counts]) => [code, counts ? "yes" : "no"]));
});

test.each(["STORE_UNREACHABLE", "STORE_REFUSED", "STORE_STATE_UNREADABLE"] as const)(
  "%s of a store opens the breaker or not, as the page says",
  async (code) => {
    const { failed, states } = guarded({ breaker: { failures: 1 } });
    await failed(new StoreFailure(code, "A failure."));
    expect(states.includes("open")).toBe(codes[code]);
  },
);

test("the page's defaults are those of the guard", () => {
  const { deadlineMs, maxInFlight, breaker } = checkGuardOptions({});
  const rows = [...page.matchAll(/^\| `([\w.]+)` \| (\d+) \|/gm)].map(([, name, value]) => [name, Number(value)]);
  const inBreaker = Object.entries(breaker).map(([name, value]) => [`breaker.${name}`, value]);
  expect(rows).toEqual([["deadlineMs", deadlineMs], ["maxInFlight", maxInFlight], ...inBreaker]);
});
