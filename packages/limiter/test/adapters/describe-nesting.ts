import { expect, it } from "vitest";
import { forgetWarnings } from "../../src/warnings.ts";
import type { Limit } from "./adapter-under-test.ts";
import { members, three, type SuiteContext } from "./suite-context.ts";

/** Several limiters before one handler. */
export function describeNesting({ warnings, start, startOne }: SuiteContext): void {
  it("joins the lists of two limiters, whether they let pass or refuse", async () => {
    const inner = three("inner", 1);
    const send = await start([{ limiter: three("outer") }, { limiter: inner }]);
    const passed = await send();
    expect(members(passed.headers.get("ratelimit-policy"))).toEqual({
      outer: { q: 3, w: 60 },
      inner: { q: 1, w: 60 },
    });
    expect(members(passed.headers.get("ratelimit"))).toEqual({ outer: { r: 2, t: 60 }, inner: { r: 0, t: 60 } });
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Object.keys(members(refused.headers.get("ratelimit"))).toSorted()).toEqual(["inner", "outer"]);
    expect(await refused.json()).toMatchObject({ "violated-policies": ["inner"] });
    expect(warnings).toEqual([]);
  });

  it("lets legacy headers tell the tighter of two limiters", async () => {
    const headers = ["draft-11", "legacy"] as const;
    const told = async (limits: readonly Limit[]) => {
      const response = await (await start(limits.map((limit) => ({ ...limit, options: { headers } }))))();
      return [response.headers.get("x-ratelimit-limit"), response.headers.get("x-ratelimit-remaining")];
    };
    expect(await told([{ limiter: three("outer", 9) }, { limiter: three("inner", 2) }])).toEqual(["2", "1"]);
    expect(await told([{ limiter: three("outer", 2) }, { limiter: three("inner", 9) }])).toEqual(["2", "1"]);
  });

  it("tells nothing when asked to, except when to come back", async () => {
    const send = await startOne({ limiter: three("default", 1), options: { headers: "none" } });
    await send();
    const response = await send();
    expect([response.status, response.headers.has("ratelimit"), response.headers.has("retry-after")]).toEqual([
      429,
      false,
      true,
    ]);
  });

  it("warns once when a request meets the same limiter twice", async () => {
    const limiter = three("default", 9);
    const send = await start([{ limiter }, { limiter }]);
    await send();
    await send();
    expect(warnings).toEqual(["LIMITER_TWICE"]);
    warnings.length = 0;
    forgetWarnings();
    await (
      await start([{ limiter }, { limiter, options: { route: "search" } }])
    )();
    expect(warnings).toEqual([]);
  });
}
