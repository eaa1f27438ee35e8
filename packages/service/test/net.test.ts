import { describe, expect, test } from "vitest";
import { isLoopbackHost, MalformedValue, parseAddressSet } from "../src/index.ts";

describe("parseAddressSet", () => {
  test("knows when it is empty", () => {
    expect([parseAddressSet(" ").isEmpty, parseAddressSet("::1").isEmpty]).toEqual([true, false]);
  });

  test("tells its parts as they were written", () => {
    expect(parseAddressSet(" 10.0.0.0/8, ::ffff:10.0.0.0/104,::1").blocks).toEqual([
      "10.0.0.0/8",
      "::ffff:10.0.0.0/104",
      "::1",
    ]);
  });

  test.each([
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "10.0.0.1:80",
    "[::1]",
    "::ffff:10.0.0.0/8",
    "64:ff9b::/96",
    "64:FF9B:0:0:0:0:0.0.0.0/96",
    "64:ff9b::a00:0/96",
    "64:ff9b::/32",
    "proxy.local",
    "fe80::1%eth0",
    "10.0.0.1,",
    ",",
  ])("refuses %s and repeats what is wrong", (list) => {
    expect(() => parseAddressSet(list)).toThrow(MalformedValue);
    expect(() => parseAddressSet(list)).toThrow("must be an address or a CIDR block");
  });
});

describe("parseAddressSet on NAT64", () => {
  test("takes what names certain IPv4 addresses by its prefix", () => {
    const { blocks } = parseAddressSet(
      "64:ff9b::10.0.0.0/104, 64:ff9b::10.0.0.1, 64:ff9b:1::/48, 64:ff9b:0:0:0:1::/96",
    );
    expect(blocks).toHaveLength(4);
  });

  test("says why it refuses all that is behind it", () => {
    expect(() => parseAddressSet("64:ff9b::/96")).toThrow("every IPv4 address");
  });
});

describe("isLoopbackHost", () => {
  test.each([
    "localhost",
    "LOCALHOST:8787",
    "localhost.",
    "app.localhost",
    "127.0.0.1",
    "127.1.2.3:80",
    "::1",
    "[::1]",
    "[::1]:8787",
    "::ffff:127.0.0.1",
  ])("says yes to %s", (host) => expect(isLoopbackHost(host)).toBe(true));

  test.each([
    "",
    "localhost.example.com",
    "notlocalhost",
    "127.0.0.1.nip.io",
    "0.0.0.0",
    "::",
    "10.0.0.1",
    "128.0.0.1",
    "localhost:x",
  ])("says no to %j", (host) => expect(isLoopbackHost(host)).toBe(false));
});
