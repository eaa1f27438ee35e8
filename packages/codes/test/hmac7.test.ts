import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeMessage } from "../src/code-message.ts";
import { hmacSha256 } from "../src/hmac-sha256.ts";
import { hmac7 } from "../src/strategies/hmac7.ts";
import { uniformCode } from "../src/uniform.ts";
import { countingBytes } from "./counting-bytes.ts";
import { vectors } from "./vectors.ts";

fc.configureGlobal({ seed: 62 });

const secret = "0123456789abcdef";
const destination = "https://example.com/";
/** Of up to four blocks; fast-check keeps to a few bytes unless it is asked for all sizes. */
const anyBytes = fc.uint8Array({ maxLength: 256, size: "max" });
const counter = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe("hmac7", () => {
  it.each(vectors.hmac7)("maps HMAC-SHA256 of $msg_hex to $code", ({ key_hex, msg_hex, digest, code }) => {
    const actual = hmacSha256(Buffer.from(key_hex, "hex"))(Buffer.from(msg_hex, "hex"));
    expect(Buffer.from(actual).toString("hex")).toBe(digest);
    expect(uniformCode(actual)).toBe(code);
  });

  it("makes OpenSSL's own HMAC of any message under a key of any length", () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (key, message) => {
        const expected = createHmac("sha256", key).update(message).digest("hex");
        expect(Buffer.from(hmacSha256(key)(message)).toString("hex")).toBe(expected);
      }),
    );
  });

  it("hashes random bytes, attempt and rejections, in this order", () => {
    const random = Uint8Array.from({ length: 16 }, (_, index) => index);
    const message = Buffer.from("000102030405060708090a0b0c0d0e0f0000000300000000", "hex");
    const strategy = hmac7({ secret, randomBytes: () => random });
    const expected = uniformCode(hmacSha256(Buffer.from(secret))(message));
    expect(strategy.next({ destination, attempt: 3 })).toBe(expected);
  });

  it("never lays out two pairs of counters the same way", () => {
    const random = new Uint8Array(16);
    fc.assert(
      fc.property(counter, counter, counter, counter, (attempt, rejections, otherAttempt, otherRejections) => {
        const same = attempt === otherAttempt && rejections === otherRejections;
        const message = Buffer.from(codeMessage(random, attempt, rejections));
        expect(message.equals(codeMessage(random, otherAttempt, otherRejections))).toBe(same);
        expect(message.equals(codeMessage(random, rejections, attempt))).toBe(attempt === rejections);
      }),
    );
  });

  it("depends on the secret", () => {
    const one = hmac7({ secret, randomBytes: countingBytes() });
    const other = hmac7({ secret: `${secret}!`, randomBytes: countingBytes() });
    expect(one.next({ destination, attempt: 0 })).not.toBe(other.next({ destination, attempt: 0 }));
  });

  it("does not depend on the destination, so that nobody can test for one", () => {
    const one = hmac7({ secret, randomBytes: countingBytes() });
    const other = hmac7({ secret, randomBytes: countingBytes() });
    expect(one.next({ destination, attempt: 0 })).toBe(other.next({ destination: "https://example.org", attempt: 0 }));
  });

  it("makes exactly seven characters and hardly ever the same", () => {
    const strategy = hmac7({ secret, randomBytes: countingBytes() });
    const codes = Array.from({ length: 20_000 }, () => strategy.next({ destination, attempt: 0 }));
    for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9]{7}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("takes a secret of 16 bytes and refuses one of 15, in text as in bytes", () => {
    const tooShort = expect.objectContaining({ code: "SECRET_TOO_SHORT" });
    const randomBytes = countingBytes();
    expect(() => hmac7({ secret: "a".repeat(15), randomBytes })).toThrow(tooShort);
    expect(() => hmac7({ secret: new Uint8Array(15), randomBytes })).toThrow(tooShort);
    expect(() => hmac7({ secret: "", randomBytes })).toThrow(tooShort);
    expect(hmac7({ secret: "a".repeat(16), randomBytes }).name).toBe("hmac7");
    expect(hmac7({ secret: "é".repeat(8), randomBytes }).name).toBe("hmac7");
  });

  it("refuses a random source that returns another number of bytes", () => {
    const strategy = hmac7({ secret, randomBytes: () => new Uint8Array(15) });
    expect(() => strategy.next({ destination, attempt: 0 })).toThrow(expect.objectContaining({ code: "RANDOM_SIZE" }));
  });

  it.each([-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY])("refuses the attempt %d", (attempt) => {
    const strategy = hmac7({ secret, randomBytes: countingBytes() });
    expect(() => strategy.next({ destination, attempt })).toThrow(expect.objectContaining({ code: "COUNTER_RANGE" }));
  });
});
