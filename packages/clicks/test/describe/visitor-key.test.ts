import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createVisitorKey } from "../../src/describe/visitor-key.ts";
import { noon } from "./sample-visit.ts";

const dayMs = 86_400_000;
const saltOf = (day: number) => Buffer.alloc(32, day % 251);
const visitorOf = createVisitorKey({ of: saltOf });

const reader = { at: noon, address: "203.0.113.9", headers: new Map([["user-agent", "Browser/1"]]) };
const key = visitorOf(reader);

test("a reader has one key for a day, made by HMAC-SHA-256", () => {
  const salt = saltOf(Math.floor(noon / dayMs));
  const expected = createHmac("sha256", salt).update("203.0.113.9\0Browser/1").digest("hex").slice(0, 16);
  expect(key).toBe(expected);
  expect(visitorOf({ ...reader, at: noon + dayMs / 2 - 1 })).toBe(key);
});

test.each([
  ["the next day", { at: noon + dayMs / 2 }],
  ["from another address", { address: "203.0.113.10" }],
  ["with another browser", { headers: new Map([["user-agent", "Browser/2"]]) }],
  ["from another address of one IPv6 network", { address: "2001:db8::2" }],
])("%s a reader has another key", (_, change) => {
  const other = visitorOf({ ...reader, ...change });
  expect(other).toMatch(/^[0-9a-f]{16}$/);
  expect([key, visitorOf({ ...reader, address: "2001:db8::1" })]).not.toContain(other);
});

test.each([
  ["sends DNT: 1", { headers: new Map([["dnt", "1"]]) }],
  ["sends Sec-GPC: 1", { headers: new Map([["sec-gpc", " 1 "]]) }],
  ["has no address any more", { address: undefined }],
])("a reader who %s has none", (_, change) => {
  expect(visitorOf({ ...reader, ...change })).toBeNull();
});

test("DNT: 0 asks for nothing", () => {
  expect(visitorOf({ ...reader, headers: new Map([...reader.headers, ["dnt", "0"]]) })).toBe(key);
});

test("without a salt there is no key", () => {
  expect(createVisitorKey({ of: () => undefined })(reader)).toBeNull();
});

test("a user agent without an end counts by its beginning", () => {
  const withEnd = (end: string) =>
    visitorOf({ ...reader, headers: new Map([["user-agent", "x".repeat(1_024) + end]]) });
  expect(withEnd("a")).toBe(withEnd("b".repeat(10_000)));
});
