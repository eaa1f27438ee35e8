import { describe, expect, it } from "vitest";
import { toldWait } from "../../src/client/told-wait.ts";

const now = Date.parse("2026-03-01T12:00:00Z");

describe("the wait that a response asks for", () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "30" }, 30_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Sun, 01 Mar 2026 12:00:07 GMT" }, 7_000],
    [{ "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }, 0],
    // The server's clock is an hour ahead of ours.
    [{ "retry-after": "Sun, 01 Mar 2026 13:00:07 GMT", date: "Sun, 01 Mar 2026 13:00:00 GMT" }, 7_000],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "1.5" }, undefined],
    [{}, undefined],
    [{ ratelimit: '"default";r=0;t=12' }, 12_000],
    [{ "retry-after": "3", ratelimit: '"default";r=0;t=12' }, 3_000],
    [{ "retry-after": "soon", ratelimit: '"default";r=0;t=12' }, 12_000],
    [{ ratelimit: '"second";r=0;t=1, "minute";r=0;t=40, "day";r=900;t=86400' }, 40_000],
    [{ ratelimit: '"second";r=3;t=1, "day";r=2;t=60' }, 60_000],
    [{ ratelimit: '"a;r=0;t=99,";r=1;t=5' }, 5_000],
    [{ ratelimit: '"a\\"b";pk=:AAA=:;r=0;t=5;x="; t=7"' }, 5_000],
    [{ ratelimit: '"default";r=0' }, undefined],
    [{ ratelimit: "limit=100, remaining=0, reset=30" }, undefined],
  ])("by %j is %s ms", (headers, milliseconds) => {
    expect(toldWait(new Headers(headers), now)).toBe(milliseconds);
  });
});
