import { describe, expect, test } from "vitest";
import { parseDenylistPage } from "../../src/edge/denylist-page.ts";

const now = "2026-11-30T00:00:00.000Z";
const row = { domain: "sho.rt", code: "abc", action: "bypass", until: "2026-11-30T00:01:00.000Z", denyAt: null };
const page = {
  rows: [row],
  position: "7",
  isComplete: true,
  isUpToDate: true,
  bypassUntil: null,
  waitedMs: 12.5,
  copyLifeMs: 390_000,
  now,
};

describe("an answer of the feed", () => {
  test("becomes spans that are counted from when it came", () => {
    expect(parseDenylistPage(page)).toEqual({
      rows: [{ domain: "sho.rt", code: "abc", action: "bypass", forgetInMs: 60_000, denyInMs: undefined }],
      position: "7",
      isComplete: true,
      isUpToDate: true,
      bypassMs: 0,
      waitedMs: 12.5,
      copyLifeMs: 390_000,
    });
    const expiring = { ...page, rows: [{ ...row, denyAt: "2026-11-30T00:00:02.000Z" }], bypassUntil: row.until };
    expect(parseDenylistPage(expiring)).toMatchObject({ rows: [{ denyInMs: 2_000 }], bypassMs: 60_000 });
  });

  test("believes no span that is longer than a copy lives", () => {
    const until = "9999-12-31T00:00:00.000Z";
    expect(parseDenylistPage({ ...page, rows: [{ ...row, until }], bypassUntil: until })).toMatchObject({
      rows: [{ forgetInMs: 390_000 }],
      bypassMs: 390_000,
    });
  });

  test.each(["..", "../etc", "a/b", "", ".", "a..b", "SHO.RT", "sho.rt\0", "a".repeat(254), null])(
    "is none with the domain %j, which would be the name of a folder",
    (domain) => {
      expect(parseDenylistPage({ ...page, rows: [{ ...row, domain }] })).toBeUndefined();
    },
  );

  test.each(["..", "a/b", "", "a.b", "a".repeat(65), 7])("is none with the code %j", (code) => {
    expect(parseDenylistPage({ ...page, rows: [{ ...row, code }] })).toBeUndefined();
  });

  test.each([
    null,
    "text",
    { ...page, rows: undefined },
    { ...page, position: 7 },
    { ...page, now: "soon" },
    { ...page, waitedMs: -1 },
    { ...page, waitedMs: Number.POSITIVE_INFINITY },
    { ...page, copyLifeMs: undefined },
    { ...page, copyLifeMs: 172_860_001 },
    { ...page, rows: [{ ...row, action: "allow" }] },
    { ...page, rows: [{ ...row, until: null }] },
  ])("is none when a part is missing or strange: %#", (body) => {
    expect(parseDenylistPage(body)).toBeUndefined();
  });

  test.each(["go.example.com", "localhost", "127.0.0.1", "[::1]", "xn--9n2bp8q.kr"])(
    "may name the host %s",
    (domain) => {
      expect(parseDenylistPage({ ...page, rows: [{ ...row, domain }] })?.rows).toHaveLength(1);
    },
  );
});
