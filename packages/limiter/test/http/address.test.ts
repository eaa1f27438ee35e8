import { BlockList, isIP, SocketAddress } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInBlock, parseAddressBlock } from "../../src/http/address-block.ts";
import { addressText, parseAddress, parseHostAddress } from "../../src/http/address.ts";

const runs = { numRuns: 2_000, seed: 7 };
const isTranslated = (text: string) => /^(::ffff:|64:ff9b::)\d+\./i.test(text);

/** Texts near enough to addresses that the parsers' borders are met. */
const addressLike = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4Extended(),
  fc
    .array(
      fc.constantFrom(
        "0",
        "1",
        "00",
        "ffff",
        "FfFf",
        "10000",
        "g",
        ":",
        "::",
        ".",
        "1.2.3.4",
        "255",
        "256",
        "01",
        "%",
        "%eth0",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
  fc
    .array(fc.constantFrom("0", "1", "ab", "ffff", "", "1.2.3.4"), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.join(":")),
);

describe("parseAddress", () => {
  it("accepts what node accepts, and nothing else", () => {
    fc.assert(
      fc.property(addressLike, (text) => {
        expect([text, parseAddress(text) !== undefined]).toEqual([text, isIP(text) !== 0]);
      }),
      runs,
    );
  });

  it("spells IPv6 as node does", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new SocketAddress({ address: text, family: "ipv6" }).address;
        // Node writes an IPv4-compatible address (::1.2.3.4, deprecated by RFC 4291) with dots.
        fc.pre(!canonical.includes("."));
        expect(addressText(parseAddress(text) ?? [])).toBe(canonical);
      }),
      runs,
    );
  });

  it("reads its own spelling back", () => {
    const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(groups, (address) => {
        const text = addressText(address);
        fc.pre(!text.startsWith("::ffff:") && !text.startsWith("64:ff9b::"));
        expect(parseAddress(text)).toEqual(address);
      }),
      runs,
    );
  });

  it.each([
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["64:ff9b::203.0.113.7", "203.0.113.7"],
    ["64:ff9b::cb00:7107", "203.0.113.7"],
    ["64:ff9b:1::cb00:7107", "64:ff9b:1::cb00:7107"],
    ["fe80::1%eth0", "fe80::1"],
    ["2001:DB8::0:1", "2001:db8::1"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["0:0:0:0:0:0:0:0", "::"],
    ["1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"],
  ])("reads %s as %s", (text, canonical) => {
    expect(addressText(parseAddress(text) ?? [])).toBe(canonical);
  });

  it("refuses what is very long at once", () => {
    expect(parseAddress(`fe80::1%${"a".repeat(1_000_000)}`)).toBeUndefined();
  });
});

describe("parseHostAddress", () => {
  it.each([
    ["203.0.113.7:1234", "203.0.113.7"],
    [" 203.0.113.7 ", "203.0.113.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["[fe80::1%eth0]:1", "fe80::1"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
  ])("reads %s as %s", (text, canonical) => {
    expect(addressText(parseHostAddress(text) ?? [])).toBe(canonical);
  });

  it.each([
    "",
    "unknown",
    "_hidden",
    "[203.0.113.7]",
    "[2001:db8::1",
    "203.0.113.7:port",
    "203.0.113.7:123456",
    "1.2.3",
    "a, b",
  ])("reads nothing from %j", (text) => {
    expect(parseHostAddress(text)).toBeUndefined();
  });
});

describe("an address block", () => {
  const sample = (family: "ipv4" | "ipv6") => (family === "ipv4" ? fc.ipV4() : fc.ipV6());

  it.each(["ipv4", "ipv6"] as const)("of %s holds what node's BlockList holds", (family) => {
    const bits = fc.integer({ min: 0, max: family === "ipv4" ? 32 : 128 });
    fc.assert(
      fc.property(sample(family), sample(family), bits, fc.boolean(), (base, other, prefixBits, isNear) => {
        // Half of the addresses differ from the base in the last bits only: others would hardly ever meet it.
        const address = isNear ? base.replace(/[0-9a-f]$/i, "1") : other;
        fc.pre(isIP(address) !== 0 && !isTranslated(address) && !isTranslated(base));
        const blocks = new BlockList();
        blocks.addSubnet(base, prefixBits, family);
        const block = parseAddressBlock(`${base}/${prefixBits}`);
        expect(block !== undefined && isInBlock(parseAddress(address) ?? [], block)).toBe(
          blocks.check(address, family),
        );
      }),
      runs,
    );
  });

  it("of an IPv4-mapped prefix is the IPv4 block in it", () => {
    const block = parseAddressBlock("::ffff:10.0.0.0/104");
    expect(block?.prefixBits).toBe(8);
    expect(block !== undefined && isInBlock(parseAddress("10.9.9.9") ?? [], block)).toBe(true);
  });

  it.each([
    "",
    "10.0.0.0/33",
    "::1/129",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "::ffff:10.0.0.0/95",
    "example.org",
    "fe80::1%eth0/64",
  ])("is not %j", (text) => {
    expect(parseAddressBlock(text)).toBeUndefined();
  });
});
