import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSite } from "../src/site.ts";

describe("createSite", () => {
  const named = createSite({ baseUrl: new URL("https://sho.rt"), domains: ["go.example"], port: 8787 });
  const open = createSite({ baseUrl: undefined, domains: ["go.example"], port: 8787 });

  it.each([
    ["sho.rt", ""],
    ["SHO.RT", ""],
    ["sho.rt.", ""],
    ["sho.rt:443", ""],
    ["go.example", "go.example"],
    ["Go.Example:8080", "go.example"],
    ["localhost:8787", ""],
    ["127.0.0.1", ""],
    ["[::1]:8787", ""],
  ])("answers for %s", (host, domain) => {
    expect(named.domainOf(host)).toBe(domain);
  });

  it.each(["evil.example", "sho.rt.evil.example", "xsho.rt", "", "sho.rt, evil.example", "sho.rt:x", "10.0.0.1"])(
    "does not answer for %j when BASE_URL is set",
    (host) => {
      expect(named.domainOf(host)).toBeUndefined();
    },
  );

  it("takes every other host for the default domain when nobody set BASE_URL", () => {
    expect(open.domainOf("10.0.0.1:8787")).toBe("");
    expect(open.domainOf("go.example")).toBe("go.example");
  });

  it("writes short URLs with the base's scheme and port", () => {
    expect([named.origin(""), named.origin("go.example")]).toEqual(["https://sho.rt", "https://go.example"]);
    expect([open.origin(""), open.origin("go.example")]).toEqual(["http://localhost:8787", "http://go.example:8787"]);
  });

  it("remembers no more than 1,000 Host headers, whatever clients make up", () => {
    const sizes: number[] = [];
    const put = Map.prototype.set;
    const spy = vi.spyOn(Map.prototype, "set").mockImplementation(function spied(
      this: Map<unknown, unknown>,
      ...entry
    ) {
      put.apply(this, entry);
      if (String(entry[0]).endsWith(".made-up.example")) sizes.push(this.size);
      return this;
    });
    onTestFinished(() => spy.mockRestore());
    for (let index = 0; index < 5_000; index += 1) open.domainOf(`${index}.made-up.example`);
    expect(sizes).toHaveLength(5_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  });
});
