import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBase62 } from "../../src/base62.ts";
import { decodePermuted, decodeSnowflake, encodeBlock } from "../../src/snowflake/code.ts";
import { composeSnowflake, splitSnowflake, timestampOriginAt, timestampsEndAt } from "../../src/snowflake/layout.ts";
import { createBlockPermutation } from "../../src/snowflake/permutation.ts";
import { vectors } from "../vectors.ts";

fc.configureGlobal({ seed: 62 });

const secret = "a secret of more than sixteen bytes";
const foreign = expect.objectContaining({ code: "CODE_FOREIGN" });
const parts = fc.record({
  madeAt: fc.integer({ min: timestampOriginAt, max: timestampsEndAt - 1 }),
  slot: fc.integer({ min: 0, max: 63 }),
  epoch: fc.integer({ min: 0, max: 8_191 }),
  sequence: fc.integer({ min: 0, max: 31 }),
});

describe("the layout of a snowflake", () => {
  it.each(vectors.snowflake)("makes $id of its parts, $base62 in base 62, and takes it apart", (vector) => {
    const expected = {
      madeAt: timestampOriginAt + vector.timestamp_ms,
      slot: vector.worker_slot,
      epoch: vector.generator_epoch,
      sequence: vector.sequence,
    };
    const id = composeSnowflake(expected);
    expect(String(id)).toBe(vector.id);
    expect(encodeBase62(id)).toBe(vector.base62);
    expect(decodeSnowflake(vector.base62)).toEqual({ id, ...expected });
  });

  it("gives back what it was made of, and stays below the top bit", () => {
    fc.assert(
      fc.property(parts, (some) => {
        const id = composeSnowflake(some);
        expect(splitSnowflake(id)).toEqual(some);
        expect(id >> 63n).toBe(0n);
      }),
    );
  });

  it("orders ids by time first", () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        fc.pre(one.madeAt < other.madeAt);
        expect(composeSnowflake(one) < composeSnowflake(other)).toBe(true);
      }),
    );
  });

  it("lasts until 2043", () => {
    expect(String(timestampsEndAt - timestampOriginAt)).toBe(vectors.exhaustion.ms);
    expect(new Date(timestampsEndAt).toISOString()).toBe("2043-06-03T21:56:53.888Z");
  });

  it.each([timestampOriginAt - 1, timestampsEndAt, 0.5, Number.NaN])("has no timestamp for %d", (madeAt) => {
    const compose = (): bigint => composeSnowflake({ madeAt, slot: 0, epoch: 0, sequence: 0 });
    expect(compose).toThrow(expect.objectContaining({ code: "TIMESTAMP_RANGE" }));
  });

  it.each([{ slot: 64 }, { slot: -1 }, { epoch: 8_192 }, { epoch: 1.5 }, { sequence: 32 }])("refuses %j", (wrong) => {
    const compose = (): bigint =>
      composeSnowflake({ madeAt: timestampOriginAt, slot: 0, epoch: 0, sequence: 0, ...wrong });
    expect(compose).toThrow(expect.objectContaining({ code: "SNOWFLAKE_RANGE" }));
  });
});

describe("decoding", () => {
  it("finds in a permuted code what it was made of, and nothing under another secret", () => {
    const { permute } = createBlockPermutation(secret);
    let foreigners = 0;
    const samples = 400;
    for (const some of fc.sample(parts, { numRuns: samples, seed: 62 })) {
      const id = composeSnowflake(some);
      const code = encodeBlock(permute(id));
      expect(code).toHaveLength(11);
      expect(decodePermuted(code, secret)).toEqual({ id, ...some });
      try {
        expect(decodePermuted(code, `${secret}.`)).not.toEqual({ id, ...some });
      } catch (error) {
        expect(error).toEqual(foreign);
        foreigners += 1;
      }
    }
    // Every second one shows by its top bit; 100 or fewer of 400 is passed once in 10^23 secrets.
    expect(foreigners).toBeGreaterThan(100);
  });

  it.each(["", "a-b", "a b", "0abc", "aZl8N0y58M8", "ZZZZZZZZZZZ", "aaaaaaaaaaaa"])(
    "takes %j for no code of the plain strategy",
    (code) => {
      expect(() => decodeSnowflake(code)).toThrow(foreign);
    },
  );

  it.each(["", "abc", "0123456789", "ZZZZZZZZZZZ", "aaaaaaaaaa-", "aaaaaaaaaaaa"])(
    "takes %j for no code of the permuted strategy",
    (code) => {
      expect(() => decodePermuted(code, secret)).toThrow(foreign);
    },
  );
});
