import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createSenderOf } from "../../src/auth/sender-of.ts";
import { parseTrustedProxies } from "../../src/trusted-proxies.ts";

const proxies = "10.0.0.0/8, 192.168.1.1, 2001:db8::/32, ::1, ::ffff:172.16.0.0/108";

const clients: readonly {
  readonly is: string;
  readonly socket?: string;
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
  { is: "IPv4 for a NAT64 peer", socket: "64:ff9b::203.0.113.5", client: "203.0.113.5" },
  { is: "trusted also behind NAT64", socket: "64:ff9b::a01:203", header: "1.1.1.1", client: "1.1.1.1" },
  { is: "IPv4 for a client behind NAT64", socket: "::1", header: "64:ff9b::c633:6407", client: "198.51.100.7" },
  { is: "trusted as a mapped block says", socket: "172.31.0.1", header: "1.1.1.1", client: "1.1.1.1" },
  { is: "not trusted beyond a mapped block", socket: "172.32.0.1", header: "1.1.1.1", client: "172.32.0.1" },
  { is: "nobody's once the connection is gone", client: "anonymous" },
];

const requestOf = (socket: string | undefined, header: string | undefined) => {
  const headersDistinct = header === undefined ? {} : { "x-forwarded-for": [header] };
  return { socket: { remoteAddress: socket }, headersDistinct } as unknown as IncomingMessage;
};

describe("the sender of a request", () => {
  test.each(clients)("is $is", ({ socket, header, client }) => {
    expect(createSenderOf(parseTrustedProxies(proxies))(requestOf(socket, header)).address).toBe(client);
  });

  test("is the peer when no proxy is trusted, whatever a header says", () => {
    const sender = createSenderOf(parseTrustedProxies(""))(requestOf("127.0.0.1", "1.1.1.1"));
    expect(sender).toEqual({ address: "127.0.0.1", isProxied: false });
  });

  test.each([
    ["10.1.2.3", true],
    ["::ffff:10.1.2.3", true],
    ["64:ff9b::a01:203", true],
    ["2001:db8::5", true],
    ["2001:db9::5", false],
    ["203.0.113.5", false],
    [undefined, false],
  ])("is proxied by %s: %s, with a header or without", (socket, isProxied) => {
    const senderOf = createSenderOf(parseTrustedProxies(proxies));
    for (const header of ["1.1.1.1", undefined]) expect(senderOf(requestOf(socket, header)).isProxied).toBe(isProxied);
  });

  test("is found among repetitions of the header in their order", () => {
    const request = {
      socket: { remoteAddress: "10.1.2.3" },
      headersDistinct: { "x-forwarded-for": ["1.1.1.1", "2.2.2.2, 10.0.0.9"] },
    } as unknown as IncomingMessage;
    expect(createSenderOf(parseTrustedProxies(proxies))(request).address).toBe("2.2.2.2");
  });
});
