import { describe, expect, it } from "vitest";
import type { CodeStrategy } from "../code-strategy.ts";
import { skipReserved } from "../skip-reserved.ts";

/** A strategy under test: fresh, and the same from one `create` to the next. */
export type CodeStrategySubject = {
  /** The value of CODE_STRATEGY that selects it. */
  readonly name: string;
  readonly create: () => CodeStrategy;
};

const SAMPLES = 500;
const codeForm = /^[A-Za-z0-9]{1,11}$/;
const destination = "https://example.com/a?b=c#d";

/** What every `CodeStrategy` must do, as a vitest suite. */
export function describeCodeStrategy(subject: CodeStrategySubject): void {
  describe(`code strategy ${subject.name}`, () => {
    it("is called what selects it", () => {
      expect(subject.create().name).toBe(subject.name);
    });

    it("makes codes of 1 to 11 letters and digits", async () => {
      for (const code of await codesOf(subject.create(), SAMPLES)) expect(code).toMatch(codeForm);
    });

    it("makes another code for another attempt", async () => {
      const strategy = subject.create();
      const codes = [];
      for (let attempt = 0; attempt < SAMPLES; attempt += 1) codes.push(await strategy.next({ destination, attempt }));
      expect(new Set(codes).size).toBe(SAMPLES);
    });

    it("makes another code for another destination", async () => {
      const codes = await codesOf(subject.create(), SAMPLES);
      expect(new Set(codes).size).toBe(SAMPLES);
    });

    it("takes destinations of every length and script", async () => {
      const strategy = subject.create();
      for (const path of ["", "x".repeat(8_000), "가나다", "%00", "\u{1F600}"]) {
        expect(await strategy.next({ destination: `https://example.com/${path}`, attempt: 0 })).toMatch(codeForm);
      }
    });

    it("gives the next code when the first is reserved", async () => {
      const reserved = await subject.create().next({ destination, attempt: 0 });
      const strategy = skipReserved(subject.create(), (code) => code === reserved);
      const code = await strategy.next({ destination, attempt: 0 });
      expect(code).toMatch(codeForm);
      expect(code).not.toBe(reserved);
    });
  });
}

async function codesOf(strategy: CodeStrategy, count: number): Promise<readonly string[]> {
  const codes = [];
  for (let index = 0; index < count; index += 1) {
    codes.push(await strategy.next({ destination: `https://example.com/${index}`, attempt: 0 }));
  }
  return codes;
}
