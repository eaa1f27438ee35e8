import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBlock } from "../../src/snowflake/code.ts";
import { createBlockPermutation } from "../../src/snowflake/permutation.ts";
import { makeAnswers, type PermutationAnswers } from "./make-answers.ts";

fc.configureGlobal({ seed: 62 });

const kept = JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as PermutationAnswers;
const block = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const secret = "a secret of more than sixteen bytes";

describe("the permutation of 64-bit blocks", () => {
  it.each(kept.answers)("takes $block under '$secret' to $code", (answer) => {
    const { permute, restore } = createBlockPermutation(answer.secret);
    expect(permute(BigInt(answer.block))).toBe(BigInt(answer.permuted));
    expect(restore(BigInt(answer.permuted))).toBe(BigInt(answer.block));
    expect(encodeBlock(BigInt(answer.permuted))).toBe(answer.code);
  });

  it("is the one that its definition gives, computed without its code", () => {
    expect(makeAnswers()).toEqual(kept);
  });

  it("is undone, whatever the block", () => {
    const { permute, restore } = createBlockPermutation(secret);
    fc.assert(
      fc.property(block, (any) => {
        expect(restore(permute(any))).toBe(any);
        expect(permute(restore(any))).toBe(any);
      }),
    );
  });

  it("takes no two of 50,000 neighbours to one block", () => {
    const { permute } = createBlockPermutation(secret);
    const permuted = new Set(
      Array.from({ length: 50_000 }, (_, index) => permute(484150188442911267n + BigInt(index))),
    );
    expect(permuted.size).toBe(50_000);
  });

  it("turns over about half of the bits when one bit of the block or of the secret changes", () => {
    const one = createBlockPermutation(secret);
    const other = createBlockPermutation(`${secret}.`);
    const flips = Array.from({ length: 2_000 }, (_, index) => {
      const some = BigInt(index) << 20n;
      return [bits(one.permute(some) ^ one.permute(some ^ 1n)), bits(one.permute(some) ^ other.permute(some))] as const;
    });
    for (const side of [0, 1] as const) {
      const mean = flips.reduce((sum, flip) => sum + flip[side], 0) / flips.length;
      // 32 of 64, and 2,000 samples of variance 16: more than 0.5 away is passed once in 10^7 secrets.
      expect(Math.abs(mean - 32)).toBeLessThan(0.5);
    }
  });

  it("refuses a secret of 15 bytes", () => {
    expect(() => createBlockPermutation("a".repeat(15))).toThrow(expect.objectContaining({ code: "SECRET_TOO_SHORT" }));
  });
});

function bits(n: bigint): number {
  return n.toString(2).replaceAll("0", "").length;
}
