import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digest } from "../src/strategies/digest.ts";
import { uniformCode } from "../src/uniform.ts";
import { countingBytes } from "./counting-bytes.ts";

const destination = "https://example.com/가";

describe("digest", () => {
  it("can be computed again from the destination alone at the first attempt", () => {
    const hash = createHash("sha256").update(new Uint8Array(16)).update(destination, "utf8").digest();
    const strategy = digest({ randomBytes: countingBytes() });
    expect(strategy.next({ destination, attempt: 0 })).toBe(uniformCode(hash));
    expect(strategy.next({ destination, attempt: 0 })).toBe(uniformCode(hash));
  });

  it("takes a new nonce at every further attempt, so that one destination may have many links", () => {
    const strategy = digest({ randomBytes: countingBytes() });
    const codes = Array.from({ length: 1_000 }, () => strategy.next({ destination, attempt: 1 }));
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("tells attempts apart even under one nonce", () => {
    const strategy = digest({ randomBytes: (size) => new Uint8Array(size) });
    const codes = Array.from({ length: 100 }, (_, attempt) => strategy.next({ destination, attempt }));
    expect(new Set(codes).size).toBe(codes.length);
  });
});
