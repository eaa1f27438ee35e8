import { describe, expect, it } from "vitest";
import { locationFor } from "../../src/destination/location.ts";
import { bases, lenient, policy } from "./policies.ts";

describe("what goes out", () => {
  it.each([
    "https://example.com",
    "https://EXAMPLE.com/Path",
    "https://example.com.",
    "https://example.com:443/",
    "https://example.com/?",
    "https://example.com/#",
    "https://example.com/?#",
    "https://example.com/a+b%2Bc%20d~*()[]{}|^`'\"<>",
    "https://example.com/?q=a+b%2Bc%20d~*&x[]=1&y=\"'<>`{}|^",
    "https://example.com/#a+b%2Bc%20d~*\"'<>`{}|^",
    "https://example.com/%7e/%E0%A4%A/%zz/%",
    "https://example.com/a/../b/./c//d/%2e%2e/e",
    "https://example.com/a\\b",
    "https://example.com/?u=https://user@other.example:8080/\\x",
    "https://xn--n3h.example/",
    "https://[2606:4700::1111]/",
    "http://8.8.8.8",
    "https://sho.rt.example.com/",
    "https://notsho.rt/",
  ])("is what the author wrote: %s", (longUrl) => {
    expect(policy.check(longUrl)).toBe(longUrl);
  });

  it.each([
    ["https:/example.com/x", "https://example.com/x"],
    ["https:example.com/x", "https://example.com/x"],
    ["https:\\\\example.com/x", "https://example.com/x"],
    ["HTTPS://Example.com/'x'", "https://example.com/'x'"],
    ["Http://example.com/", "http://example.com/"],
    [" https://example.com/ ", "https://example.com/"],
    ["https://example.com/a b", "https://example.com/a%20b"],
    ["https://example.com/가?나#다", "https://example.com/%EA%B0%80?%EB%82%98#%EB%8B%A4"],
    ["https://☃.example/", "https://xn--n3h.example/"],
    ["https://example.com/\u2028x", "https://example.com/%E2%80%A8x"],
  ])("is the parser's form where the author's is not safe to send: %j", (longUrl, location) => {
    expect(policy.check(longUrl)).toBe(location);
  });

  it.each([
    ["http://good.example\\@evil.example/", "http://good.example/@evil.example/"],
    ["http://good.example\\.evil.example/", "http://good.example/.evil.example/"],
    ["http://010.0.0.1/", "http://8.0.0.1/"],
    ["http://134744072/", "http://8.8.8.8/"],
    ["http://%65xample.com/", "http://example.com/"],
    ["https:///example.com/", "https://example.com/"],
    ["https://@example.com/", "https://example.com/"],
    ["https://:@example.com/", "https://example.com/"],
    ["https://[2606:4700:0::1111]/", "https://[2606:4700::1111]/"],
  ])("names the host that was judged, whoever reads it: %s", (longUrl, location) => {
    expect(policy.check(longUrl)).toBe(location);
  });

  it("is nothing where the parser's form is not safe to send either", () => {
    const unsafe = new URL("data:a b c");
    expect(unsafe.href).toContain(" ");
    expect(locationFor("data:a b c", unsafe, bases)).toBeUndefined();
  });

  it("is nothing where the parser would not read its own form the same way", () => {
    const text = "https:example.com";
    const unstable = Object.defineProperty(new URL(text), "href", { value: "https://EXAMPLE.com/" });
    expect(locationFor(text, new URL(text), bases)).toBe("https://example.com/");
    expect(locationFor(text, unstable, bases)).toBeUndefined();
  });

  it("is the parser's form where it does not lead to the same from every address of ours", () => {
    const text = "https://EXAMPLE.com";
    expect(locationFor(text, new URL(text), bases)).toBe(text);
    expect(locationFor(text, new URL(text), [...bases, "no address"])).toBe("https://example.com/");
  });

  it("names one host even where a user name is allowed", () => {
    expect(lenient.check("http://a@b@example.com/")).toBe("http://a%40b@example.com/");
    expect(lenient.check("http://good.example:80\\@evil.example/")).toBe("http://good.example/@evil.example/");
  });
});
