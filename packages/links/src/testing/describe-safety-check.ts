import { describe, expect, it } from "vitest";
import { SafetyCheckError, type SafetyCheck } from "../safety/safety-check.ts";

/** What a conformance suite must know of a check. */
export type SafetyCheckDriver = {
  readonly name: string;
  /** Opens a check that suspects `destination` and no other. */
  openFor(destination: string): Promise<AsyncDisposable & { readonly check: SafetyCheck }>;
  /** Opens one that cannot judge. */
  openBroken(): Promise<AsyncDisposable & { readonly check: SafetyCheck }>;
};

const suspect = "https://evil.example/login?next=%2F";
const never = new AbortController().signal;

/** What every check must do; a driver passes it unchanged. */
export function describeSafetyCheck(driver: SafetyCheckDriver): void {
  describe(`the safety check by ${driver.name}`, () => {
    it("judges every destination of a batch, in order", async () => {
      await using opened = await driver.openFor(suspect);
      const { check } = opened;
      const destinations = ["https://example.com/", suspect, "http://example.org/a?b", suspect];
      const kinds = (await check.judge(destinations, never)).map(({ kind }) => kind);
      expect(kinds).toEqual(["ok", "suspect", "ok", "suspect"]);
    });

    it("names itself and a reason that stays the same", async () => {
      await using opened = await driver.openFor(suspect);
      const first = await opened.check.judge([suspect], never);
      expect(first).toEqual([
        { kind: "suspect", reason: expect.stringMatching(/^\S[ -~]{0,98}\S$/), source: opened.check.name },
      ]);
      expect(await opened.check.judge(["https://example.com/", suspect], never)).toEqual([{ kind: "ok" }, first[0]]);
    });

    it("judges as many at once as it says, and none", async () => {
      await using opened = await driver.openFor(suspect);
      const { check } = opened;
      const many = Array.from({ length: check.maxBatch }, (_, at) => `https://example.com/${at}`);
      expect(await check.judge(many, never)).toEqual(many.map(() => ({ kind: "ok" })));
      expect(await check.judge([], never)).toEqual([]);
    });

    it("judges destinations of any form that a link can have", async () => {
      await using opened = await driver.openFor(suspect);
      const forms = [
        "http://[2001:db8::1]:8080/",
        "https://xn--9d0bm53a.kr/%ED%95%9C#x",
        `https://a.example/${"x".repeat(8_170)}`,
      ];
      expect(await opened.check.judge(forms, never)).toEqual(forms.map(() => ({ kind: "ok" })));
    });

    it("says that it cannot judge, and never that all is well", async () => {
      await using opened = await driver.openBroken();
      await expect(opened.check.judge(["https://example.com/"], never)).rejects.toThrow(SafetyCheckError);
    });
  });
}
