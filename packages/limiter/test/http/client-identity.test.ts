import { beforeEach, describe, expect, it } from "vitest";
import { LimiterError } from "../../src/errors.ts";
import { createClientIdentity, type ClientIdentityOptions } from "../../src/http/index.ts";
import { forgetWarnings, type LimiterWarningCode } from "../../src/warnings.ts";

type Vector = {
  readonly name: string;
  readonly remote?: string;
  readonly xff?: string;
  readonly forwarded?: string;
  readonly as?: string | null;
  readonly options?: ClientIdentityOptions;
  readonly client: string;
  readonly warns?: LimiterWarningCode;
};

const proxies = { trustedProxies: ["10.0.0.0/8", "2001:db8:ffff::/48"] };
const two = { trustedProxies: 2 };
const rfc7239 = { ...proxies, forwardedHeader: "forwarded" } as const;

const vectors: readonly Vector[] = [
  { name: "an authenticated client", remote: "203.0.113.7", as: "key-1", client: "id:key-1" },
  { name: "an authenticated client without an address", as: "key-1", client: "id:key-1" },
  { name: "an id that looks like an address", remote: "203.0.113.7", as: "ip:10.0.0.1", client: "id:ip:10.0.0.1" },
  { name: "an empty id", remote: "203.0.113.7", as: "", client: "ip:203.0.113.7" },
  { name: "no id", remote: "203.0.113.7", as: null, client: "ip:203.0.113.7" },
  { name: "an address", remote: "203.0.113.7", client: "ip:203.0.113.7" },
  { name: "nothing at all", client: "anonymous", warns: "ADDRESS_MISSING" },
  { name: "a Unix socket", remote: "", client: "anonymous", warns: "ADDRESS_MISSING" },
  {
    name: "a header that nobody vouches for",
    remote: "203.0.113.7",
    xff: "1.1.1.1",
    client: "ip:203.0.113.7",
    warns: "PROXY_HEADER_UNTRUSTED",
  },
  {
    name: "Forwarded that nobody vouches for",
    remote: "203.0.113.7",
    forwarded: "for=1.1.1.1",
    client: "ip:203.0.113.7",
    warns: "PROXY_HEADER_UNTRUSTED",
  },
  {
    name: "a header where there is known to be no proxy",
    remote: "203.0.113.7",
    xff: "1.1.1.1",
    options: { trustedProxies: [] },
    client: "ip:203.0.113.7",
  },
  {
    name: "a header from past the proxies",
    remote: "203.0.113.7",
    xff: "1.1.1.1",
    options: proxies,
    client: "ip:203.0.113.7",
  },
  { name: "one proxy", remote: "10.0.0.1", xff: "203.0.113.7", options: proxies, client: "ip:203.0.113.7" },
  { name: "two proxies", remote: "10.0.0.1", xff: "203.0.113.7, 10.9.9.9", options: proxies, client: "ip:203.0.113.7" },
  {
    name: "a forged beginning",
    remote: "10.0.0.1",
    xff: "6.6.6.6, 203.0.113.7",
    options: proxies,
    client: "ip:203.0.113.7",
  },
  {
    name: "a forged beginning that is a proxy's",
    remote: "10.0.0.1",
    xff: "10.1.1.1, 203.0.113.7",
    options: proxies,
    client: "ip:203.0.113.7",
  },
  {
    name: "garbage before the client",
    remote: "10.0.0.1",
    xff: "garbage, 203.0.113.7",
    options: proxies,
    client: "ip:203.0.113.7",
  },
  {
    name: "garbage in the client's place",
    remote: "10.0.0.1",
    xff: "203.0.113.7, garbage",
    options: proxies,
    client: "ip:10.0.0.1",
  },
  {
    name: "garbage behind a proxy",
    remote: "10.0.0.1",
    xff: "1.1.1.1, garbage, 10.0.0.2",
    options: proxies,
    client: "ip:10.0.0.1",
  },
  { name: "an empty part", remote: "10.0.0.1", xff: "203.0.113.7,", options: proxies, client: "ip:10.0.0.1" },
  { name: "an empty header", remote: "10.0.0.1", xff: "", options: proxies, client: "ip:10.0.0.1" },
  {
    name: "proxies all the way",
    remote: "10.0.0.1",
    xff: "10.0.0.3, 10.0.0.2",
    options: proxies,
    client: "ip:10.0.0.3",
  },
  { name: "no header from a proxy", remote: "10.0.0.1", options: proxies, client: "ip:10.0.0.1" },
  {
    name: "a proxy in mapped spelling",
    remote: "::ffff:10.0.0.1",
    xff: "203.0.113.7",
    options: proxies,
    client: "ip:203.0.113.7",
  },
  { name: "a port", remote: "10.0.0.1", xff: "203.0.113.7:55555", options: proxies, client: "ip:203.0.113.7" },
  {
    name: "brackets, port and network",
    remote: "10.0.0.1",
    xff: "[2001:db8:1:2:3::4]:443",
    options: proxies,
    client: "ip:2001:db8:1:2::/64",
  },
  { name: "an IPv6 proxy", remote: "2001:db8:ffff::1", xff: "203.0.113.7", options: proxies, client: "ip:203.0.113.7" },
  { name: "mapped", remote: "::ffff:203.0.113.7", client: "ip:203.0.113.7" },
  { name: "NAT64", remote: "64:ff9b::cb00:7107", client: "ip:203.0.113.7" },
  { name: "a zone", remote: "fe80::1:2:3:4%eth0", client: "ip:fe80::/64" },
  { name: "IPv6 counts by network", remote: "2001:db8:1:2:aaaa::1", client: "ip:2001:db8:1:2::/64" },
  {
    name: "IPv6 by /56",
    remote: "2001:db8:1:2ff:aaaa::1",
    options: { ipv6PrefixBits: 56 },
    client: "ip:2001:db8:1:200::/56",
  },
  { name: "IPv6 by /32", remote: "2001:db8:1:2::1", options: { ipv6PrefixBits: 32 }, client: "ip:2001:db8::/32" },
  {
    name: "IPv6 by /65",
    remote: "2001:db8:1:2:ffff::1",
    options: { ipv6PrefixBits: 65 },
    client: "ip:2001:db8:1:2:8000::/65",
  },
  { name: "IPv6 whole", remote: "2001:db8::1", options: { ipv6PrefixBits: 128 }, client: "ip:2001:db8::1" },
  { name: "one hop of two", remote: "192.0.2.1", xff: "203.0.113.7", options: two, client: "ip:203.0.113.7" },
  {
    name: "two hops",
    remote: "192.0.2.1",
    xff: "6.6.6.6, 203.0.113.7, 192.0.2.2",
    options: two,
    client: "ip:203.0.113.7",
  },
  { name: "a hop without an address", xff: "203.0.113.7", options: { trustedProxies: 1 }, client: "ip:203.0.113.7" },
  { name: "no hop", remote: "192.0.2.1", xff: "203.0.113.7", options: { trustedProxies: 0 }, client: "ip:192.0.2.1" },
  {
    name: "the header that is not looked at",
    remote: "10.0.0.1",
    xff: "6.6.6.6",
    options: rfc7239,
    client: "ip:10.0.0.1",
  },
  {
    name: "everybody trusted",
    remote: "203.0.113.7",
    xff: "6.6.6.6",
    options: { trustedProxies: ["0.0.0.0/0"] },
    client: "ip:6.6.6.6",
    warns: "TRUST_ALL",
  },
  {
    name: "everybody of IPv6 trusted",
    remote: "203.0.113.7",
    options: { trustedProxies: ["::/0"] },
    client: "ip:203.0.113.7",
    warns: "TRUST_ALL",
  },
];

describe("the client of a request", () => {
  beforeEach(forgetWarnings);

  it.each(vectors)("by $name is $client", ({ remote, xff, forwarded, as, options, client, warns }) => {
    const warnings: string[] = [];
    const identityOf = createClientIdentity({ ...options, onWarning: ({ code }) => warnings.push(code) });
    const headers: Record<string, string | undefined> = { "x-forwarded-for": xff, forwarded };
    const origin = { remoteAddress: remote, header: (name: string) => headers[name] };
    expect(identityOf(origin, as)).toBe(client);
    expect(identityOf(origin, as)).toBe(client);
    expect(warnings).toEqual(warns === undefined ? [] : [warns]);
  });

  it.each([
    { trustedProxies: ["10.0.0.0/8", "proxy.example"] },
    { trustedProxies: -1 },
    { trustedProxies: 1.5 },
    { trustedProxies: Number.NaN },
    { ipv6PrefixBits: 31 },
    { ipv6PrefixBits: 129 },
    { ipv6PrefixBits: 64.5 },
  ])("cannot be found out with %j", (options) => {
    expect(() => createClientIdentity(options)).toThrow(
      expect.objectContaining({ name: LimiterError.name, code: "HTTP_OPTION_INVALID" }),
    );
  });

  it.each([5, true, {}, ["key-1"]] as unknown as string[])("is not told by an id that is no text: %j", (id) => {
    const origin = { remoteAddress: "203.0.113.7", header: () => undefined };
    expect(() => createClientIdentity()(origin, id)).toThrow(
      expect.objectContaining({ code: "HTTP_OPTION_INVALID", message: expect.stringMatching(/^`identify` gave/) }),
    );
  });

  it.each<[string, (length: number) => string]>([
    ["quotes", (length) => '"'.repeat(length)],
    ["escaped quotes", (length) => `"${'\\"'.repeat(length / 2)}`],
    ["commas", (length) => ",".repeat(length)],
    ["spaces", (length) => `for=${" ".repeat(length)}x`],
    ["brackets", (length) => "[".repeat(length)],
    ["colons", (length) => ":".repeat(length)],
  ])("is found out in passing in a header of 1,000,000 %s", (_name, header) => {
    const origin = { remoteAddress: "10.0.0.1", header: () => header(1_000_000) };
    for (const options of [proxies, rfc7239]) {
      // A quadratic walk takes minutes, and does not end within the deadline of a test.
      expect(createClientIdentity(options)(origin)).toBe("ip:10.0.0.1");
    }
  });
});
