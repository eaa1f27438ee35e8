import { beforeEach, describe, expect, it } from "vitest";
import { createTwiceWatch } from "../../src/adapters/twice-watch.ts";
import { forgetWarnings } from "../../src/warnings.ts";

describe("the watch for limiters that are asked twice", () => {
  beforeEach(forgetWarnings);

  const cyclic = (name: string) => {
    const request = { name, self: {} };
    request.self = request;
    return request;
  };
  const request = cyclic("request");
  const unreadable = {
    toJSON: () => {
      throw new Error("not to be read");
    },
  };

  it.each<[string, unknown, unknown, boolean]>([
    ["a text", "a", "a", true],
    ["another text", "a", "b", false],
    ["equal parts", { client: "a", route: "" }, { client: "a", route: "" }, true],
    ["equal parts in another order", { client: "a", route: "" }, { route: "", client: "a" }, true],
    ["another part", { client: "a", route: "" }, { client: "a", route: "b" }, false],
    ["more parts", { client: "a" }, { client: "a", route: undefined }, false],
    ["parts of another name", { client: "a", route: undefined }, { client: "a", tenant: undefined }, false],
    ["the request itself", request, request, true],
    ["cyclic things", cyclic("a"), cyclic("a"), false],
    ["big integers", { id: 1n }, { id: 1n }, true],
    ["other big integers", { id: 1n }, { id: 2n }, false],
    ["what cannot be read", unreadable, { ...unreadable, client: "a" }, false],
    ["things with nothing to see", new Map([["client", "a"]]), new Map([["client", "b"]]), false],
    ["nothing", null, null, true],
    ["nothing, then something", null, { client: "a" }, false],
  ])("by %s", (_name, first, second, warns) => {
    const codes: string[] = [];
    const limiter = {};
    const identity = {};
    createTwiceWatch(limiter, ({ code }) => codes.push(code))(identity, first);
    expect(codes).toEqual([]);
    createTwiceWatch(limiter, ({ code }) => codes.push(code))(identity, second);
    expect(codes).toEqual(warns ? ["LIMITER_TWICE"] : []);
  });
});
