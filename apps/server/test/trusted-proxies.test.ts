import { MalformedValue } from "@narrows/service";
import { describe, expect, test } from "vitest";
import { parseTrustedProxies } from "../src/trusted-proxies.ts";

describe("parseTrustedProxies", () => {
  test("knows when it is empty", () => {
    expect([parseTrustedProxies(" ").isEmpty, parseTrustedProxies("::1").isEmpty]).toEqual([true, false]);
  });

  test("tells its parts as they were written", () => {
    expect(parseTrustedProxies(" 10.0.0.0/8, ::ffff:10.0.0.0/104,::1").blocks).toEqual([
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
    "64:ff9b::/32",
    "proxy.local",
    "fe80::1%eth0",
    "10.0.0.1,",
    ",",
  ])("refuses %s and repeats what is wrong", (list) => {
    expect(() => parseTrustedProxies(list)).toThrow(MalformedValue);
    expect(() => parseTrustedProxies(list)).toThrow("must be an address or a CIDR block");
  });
});

describe("parseTrustedProxies on NAT64", () => {
  test("takes what names certain IPv4 addresses by its prefix", () => {
    const { blocks } = parseTrustedProxies(
      "64:ff9b::10.0.0.0/104, 64:ff9b::10.0.0.1, 64:ff9b:1::/48, 64:ff9b:0:0:0:1::/96",
    );
    expect(blocks).toHaveLength(4);
  });

  test.each(["64:ff9b::/96", "64:FF9B:0:0:0:0:0.0.0.0/96", "64:ff9b::a00:0/96", "::ffff:0:0/96"])(
    "refuses %s and says why",
    (block) => {
      expect(() => parseTrustedProxies(`10.0.0.1, ${block}`)).toThrow(MalformedValue);
      expect(() => parseTrustedProxies(block)).toThrow("every IPv4 address");
    },
  );

  test("leaves everybody to whoever names everybody", () => {
    expect(parseTrustedProxies("0.0.0.0/0, ::/0").blocks).toHaveLength(2);
  });
});
