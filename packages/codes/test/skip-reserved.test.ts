import { describe, expect, it } from "vitest";
import type { CodeStrategy } from "../src/code-strategy.ts";
import { skipReserved } from "../src/skip-reserved.ts";
import { digest } from "../src/strategies/digest.ts";
import { sequence } from "../src/strategies/sequence.ts";
import { countingBytes } from "./counting-bytes.ts";

const destination = "https://example.com/";

describe("skipReserved", () => {
  it("goes from the 1,922nd number to the 1,924th where v1 is reserved", async () => {
    let last = 1_921n;
    const numbers = sequence({ nextNumber: () => Promise.resolve((last += 1n)) });
    const strategy = skipReserved(numbers, (code) => code === "v1");
    expect(await strategy.next({ destination, attempt: 0 })).toBe("v0");
    expect(await strategy.next({ destination, attempt: 0 })).toBe("v2");
  });

  it("moves a strategy on that would compute the same code again", async () => {
    const computed = digest({ randomBytes: countingBytes() });
    const reserved = await computed.next({ destination, attempt: 0 });
    const strategy = skipReserved(computed, (code) => code === reserved);
    expect(await strategy.next({ destination, attempt: 0 })).not.toBe(reserved);
  });

  it("keeps the name and passes the attempt on", async () => {
    const echo: CodeStrategy = { name: "echo", next: ({ attempt }) => `code${attempt}` };
    const strategy = skipReserved(echo, () => false);
    expect(strategy.name).toBe("echo");
    expect(await strategy.next({ destination, attempt: 5 })).toBe("code5");
  });

  it("gives up after 33 reserved codes", async () => {
    let calls = 0;
    const echo: CodeStrategy = { name: "echo", next: () => `code${(calls += 1)}` };
    const strategy = skipReserved(echo, () => true);
    const refused = expect.objectContaining({ code: "RESERVED_EXHAUSTED" });
    await expect(strategy.next({ destination, attempt: 0 })).rejects.toEqual(refused);
    expect(calls).toBe(33);
  });
});
