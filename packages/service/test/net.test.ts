import { describe, expect, test } from "vitest";
import { clientAddress, isLoopbackHost, MalformedValue, parseAddressSet } from "../src/index.ts";

const proxies = parseAddressSet("10.0.0.0/8, 192.168.1.1, 2001:db8::/32, ::1");

const clients: readonly {
  readonly is: string;
  readonly socket: string;
  readonly header?: string;
  readonly client: string;
}[] = [
  { is: "the peer without a header", socket: "203.0.113.5", client: "203.0.113.5" },
  { is: "the peer when it is not trusted", socket: "203.0.113.5", header: "198.51.100.7", client: "203.0.113.5" },
  { is: "what a trusted peer names", socket: "10.1.2.3", header: "198.51.100.7", client: "198.51.100.7" },
  { is: "the right one of several", socket: "10.1.2.3", header: "1.1.1.1, 198.51.100.7", client: "198.51.100.7" },
  {
    is: "the one before trusted hops",
    socket: "10.1.2.3",
    header: "6.6.6.6, 7.7.7.7,10.9.9.9 , 192.168.1.1",
    client: "7.7.7.7",
  },
  { is: "the leftmost of trusted hops alone", socket: "10.1.2.3", header: "10.0.0.1, 10.0.0.2", client: "10.0.0.1" },
  { is: "the peer when the header is empty", socket: "10.1.2.3", header: "", client: "10.1.2.3" },
  { is: "the peer when the last hop is garbage", socket: "10.1.2.3", header: "1.1.1.1, unknown", client: "10.1.2.3" },
  {
    is: "the peer when garbage stands behind a trusted hop",
    socket: "10.1.2.3",
    header: "_x, 10.0.0.2",
    client: "10.1.2.3",
  },
  { is: "the near one, whatever garbage is left of it", socket: "10.1.2.3", header: "<b>, 1.1.1.1", client: "1.1.1.1" },
  { is: "IPv4 for a mapped peer", socket: "::ffff:203.0.113.5", client: "203.0.113.5" },
  { is: "trusted also as a mapped address", socket: "::ffff:10.1.2.3", header: "1.1.1.1", client: "1.1.1.1" },
  { is: "IPv4 for a mapped address in hexadecimal", socket: "::1", header: "::ffff:c633:6407", client: "198.51.100.7" },
  { is: "without its port", socket: "10.1.2.3", header: "198.51.100.7:4711", client: "198.51.100.7" },
  { is: "without brackets and port", socket: "10.1.2.3", header: "[2001:DB9:0:0::1]:4711", client: "2001:db9::1" },
  { is: "without its zone", socket: "fe80::1%eth0", client: "fe80::1" },
  { is: "in one spelling", socket: "2001:0DB9:0000::0001", client: "2001:db9::1" },
  { is: "the peer when a port is impossible", socket: "10.1.2.3", header: "1.1.1.1:abc", client: "10.1.2.3" },
  { is: "the peer when an octet is octal", socket: "10.1.2.3", header: "010.1.1.1", client: "10.1.2.3" },
];

describe("clientAddress", () => {
  test.each(clients)("is $is", ({ socket, header, client }) => {
    expect(clientAddress(socket, header, proxies)).toBe(client);
  });

  test("believes nobody when no proxy is trusted", () => {
    expect(clientAddress("127.0.0.1", "1.1.1.1", parseAddressSet(""))).toBe("127.0.0.1");
  });
});

describe("a long text where an address belongs", () => {
  test("is none, and is not looked through", () => {
    const long = `::1%${"z".repeat(64)}`;
    expect(clientAddress(long, "", parseAddressSet(""))).toBe("::1");
    expect(clientAddress("10.1.2.3", `[${long}]:65535`, proxies)).toBe("::1");
    expect(clientAddress("10.1.2.3", `${"0".repeat(200)}::1`, proxies)).toBe("10.1.2.3");
  });
});

describe("parseAddressSet", () => {
  test("knows when it is empty", () => {
    expect([parseAddressSet(" ").isEmpty, parseAddressSet("::1").isEmpty]).toEqual([true, false]);
  });

  test.each([
    ["10.0.0.0/8", "10.255.0.1", true],
    ["10.0.0.0/8", "11.0.0.1", false],
    ["172.17.0.1/16", "172.17.200.1", true],
    ["::ffff:10.0.0.0/104", "10.2.3.4", true],
    ["::ffff:10.0.0.0/104", "11.2.3.4", false],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["0.0.0.0/0", "::1", false],
    ["::1", "nonsense", false],
  ])("%s has %s: %s", (list, address, isIn) => {
    expect(parseAddressSet(list).has(address)).toBe(isIn);
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
    "proxy.local",
    "fe80::1%eth0",
    "10.0.0.1,",
    ",",
  ])("refuses %s and repeats what is wrong", (list) => {
    expect(() => parseAddressSet(list)).toThrow(MalformedValue);
    expect(() => parseAddressSet(list)).toThrow("must be an address or a CIDR block");
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
