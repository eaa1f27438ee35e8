import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../../src/compile-policy.ts";
import { hashSlot } from "../../../src/stores/redis/hash-slot.ts";
import { redisKey } from "../../../src/stores/redis/redis-key.ts";

const quota = { algorithm: "fixed-window", limit: 1, windowMs: 1_000 } as const;

function keyOf(parts: readonly string[], options: { name?: string; version?: string; tagBy?: string } = {}): string {
  const by = parts.map((_, i) => `part${i}`);
  return redisKey("ratelimit", compilePolicy({ name: "default", by, ...options, ...quota }), parts);
}

describe("a Redis key", () => {
  it("has its parts and the version in the hash tag, and the policy behind it", () => {
    expect(keyOf(["tenant-7", "client-42", "payments.create"], { version: "v3" })).toBe(
      "ratelimit:{dGVuYW50LTc:Y2xpZW50LTQy:cGF5bWVudHMuY3JlYXRl:djM}:bucket:default",
    );
  });

  it("has only one part in the hash tag when the policy says which", () => {
    expect(keyOf(["a", "b", "c"], { tagBy: "part1" })).toBe("ratelimit:{Yg}:YQ:Yw:djE:bucket:default");
  });

  it("has a hash tag also when the part that decides is empty", () => {
    expect(keyOf(["", "b"], { tagBy: "part0" })).toBe("ratelimit:{~}:Yg:djE:bucket:default");
  });

  it("has only the version in the hash tag when everybody is counted together", () => {
    expect(keyOf([])).toBe("ratelimit:{djE}:bucket:default");
    expect(keyOf([""])).toBe("ratelimit:{:djE}:bucket:default");
  });

  it("is short, whatever it is about", () => {
    const long = keyOf(["x".repeat(1_000_000), "é".repeat(33), "\ud800".repeat(100)]);
    expect(long.length).toBeLessThan(220);
    expect(keyOf(["x".repeat(64)])).toContain(Buffer.from("x".repeat(64)).toString("base64url"));
    expect(keyOf(["x".repeat(65)])).toContain("{~h");
  });

  it("is another one for whatever is different", () => {
    const parts = ["", "a", "a:b", ":", "{a}", "*", "~", "~h", "\0", "é", "e\u0301", "\ud83d\ude00"];
    const odd = ["\ud83d", "\ude00", "\ufffd", "\ud800", "\udfff", "\ud800a", "x".repeat(65), "x".repeat(66)];
    const texts = [...parts, ...odd];
    // What the marked forms of the others would be if someone sent them as they are.
    const forged = odd.map((text) => keyOf([text]).slice("ratelimit:{".length, -":djE}:bucket:default".length));
    const keys = [...texts, ...forged].flatMap((text) => [
      keyOf([text, ""]),
      keyOf(["", text]),
      keyOf([text, "b"], { tagBy: "part0" }),
    ]);
    // Twice "" is the same; what was not marked is among the others already.
    expect(new Set(keys).size).toBe(new Set([...texts, ...forged]).size * 3 - 1);
  });

  it("has nothing in it that means something in a pattern, whatever the policy is called", () => {
    expect(keyOf(["a"], { name: "a*{b}:[c]%?" })).toBe("ratelimit:{YQ:djE}:bucket:a%2a%7bb%7d%3a%5bc%5d%25%3f");
  });
});

describe("a hash slot", () => {
  // CRC16 of "123456789" is 0x31c3; the others are what redis-cli cluster keyslot says.
  it.each([
    ["123456789", 12_739],
    ["foo", 12_182],
    ["foo{bar}{zap}", 5_061],
    ["bar", 5_061],
    ["foo{}{bar}", 8_363],
    ["foo{{bar}}zap", 4_015],
    ["{user1000}.following", 3_443],
    ["", 0],
  ])("of %s is %i", (key, slot) => expect(hashSlot(key)).toBe(slot));
});
