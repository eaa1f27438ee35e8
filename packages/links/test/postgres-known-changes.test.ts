import { describe, expect, it } from "vitest";
import { createKnownChanges } from "../src/stores/postgres/known-changes.ts";

const key = { domain: "", code: "abc" };
const other = { domain: "", code: "other" };

function start() {
  const clock = { nowMs: 0 };
  return { clock, known: createKnownChanges(1_000, () => clock.nowMs) };
}

describe("what is known of changes", () => {
  it("is nothing before the primary was heard", () => {
    const { known } = start();
    expect(known.requiredPosition(key)).toBeUndefined();
    known.listen()(7);
    expect(known.requiredPosition(key)).toBe(7);
  });

  it("is too old from the moment on at which the question is too long ago, not the answer", () => {
    const { known, clock } = start();
    const heard = known.listen();
    clock.nowMs = 900;
    heard(7);
    clock.nowMs = 1_000;
    expect(known.requiredPosition(key)).toBe(7);
    clock.nowMs = 1_001;
    expect(known.requiredPosition(key)).toBeUndefined();
  });

  it("rules a changed link out until a question that was asked later is answered", () => {
    const { known } = start();
    known.listen()(7);
    const early = known.listen();
    known.changed(key);
    early(8);
    expect([known.requiredPosition(key), known.requiredPosition(other)]).toEqual([undefined, 8]);
    known.listen()(9);
    expect(known.requiredPosition(key)).toBe(9);
  });

  it("rules every link out when more were changed than it remembers", () => {
    const { known } = start();
    known.listen()(7);
    for (let n = 0; n <= 10_000; n += 1) known.changed({ domain: "", code: `c${n}` });
    expect(known.requiredPosition(other)).toBeUndefined();
    known.listen()(8);
    expect(known.requiredPosition(other)).toBe(8);
  });

  it("is not set back by an answer that was overtaken", () => {
    const { known } = start();
    const [first, second] = [known.listen(), known.listen()];
    second(9);
    first(8);
    expect(known.requiredPosition(key)).toBe(9);
  });
});
