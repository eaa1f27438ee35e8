import { describe, expect, it } from "vitest";
import { parseBlocklist } from "../../src/destination/blocklist.ts";
import { createDestinationPolicy } from "../../src/destination/destination-policy.ts";
import { bases, refusal } from "./policies.ts";

describe("blocklist", () => {
  const blockedHosts = parseBlocklist(
    "# known bad\r\nevil.example\r\n\n  *.Worse.Example  # and below\n8.8.8.8\n사기.kr",
  );
  const judge = createDestinationPolicy({ bases, blockedHosts });

  it.each([
    "evil.example",
    "EVIL.example.",
    "a.b.evil.example",
    "worse.example",
    "a.worse.example",
    "8.8.8.8",
    "134744072",
    "xn--ok0bn46a.kr",
    "www.사기.kr",
    `${"a.".repeat(120)}evil.example`,
    `${"a.".repeat(4_000)}evil.example`,
    `${"a".repeat(4_000)}.evil.example`,
    ".evil.example",
  ])("refuses %s", (host) => {
    expect(refusal(`https://${host}/`, judge)).toBe("DESTINATION_BLOCKED");
    expect(refusal(`https://${host}/`)).toBeUndefined();
  });

  it.each([
    "notevil.example",
    `${"a".repeat(4_000)}evil.example`,
    "evil.example.com",
    "example",
    "le",
    "8.8.4.4",
    "kr.example",
  ])("does not take %s for a host on it", (host) => {
    expect(refusal(`https://${host}/`, judge)).not.toBe("DESTINATION_BLOCKED");
  });

  it("follows a list that changes while the program runs", () => {
    const hosts = new Set<string>();
    const reloading = createDestinationPolicy({ bases, blockedHosts: hosts });
    expect(refusal("https://late.example/", reloading)).toBeUndefined();
    hosts.add("late.example");
    expect(refusal("https://late.example/", reloading)).toBe("DESTINATION_BLOCKED");
  });

  it.each(["ok.example\n0.0.0.0 ads.example", "ok.example\nhttps://ads.example/", "#\n0.0.0.0\tads.example"])(
    "refuses a line that is no host and says which: %j",
    (text) => {
      expect(() => parseBlocklist(text)).toThrow(/^Line 2 of the blocklist/);
    },
  );
});
