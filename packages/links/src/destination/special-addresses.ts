import { BlockList } from "node:net";

/**
 * IPv4 blocks that lead to no public host, from the IANA IPv4 Special-Purpose Address Registry (RFC 6890) and the
 * multicast and reserved blocks (RFC 5771, RFC 1112 section 4).
 */
const ipv4Blocks = [
  ["0.0.0.0", 8], // this network; 0.0.0.0 reaches the own machine
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by carriers (CGNAT); cloud metadata at 100.100.100.200
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local; cloud metadata at 169.254.169.254
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112: answered by whichever node is near
  ["192.52.193.0", 24], // multicast relays (AMT)
  ["192.88.99.0", 24], // 6to4 relays, withdrawn
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
] as const;

/**
 * Blocks within 2000::/3 that are no ordinary hosts, from the IANA IPv6 Special-Purpose Address Registry, and the
 * upper part of it, of which no registry has been given anything.
 */
const ipv6Blocks = [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID, benchmarks
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries any IPv4 address inside
  ["2620:4f:8000::", 48], // AS112
  ["2d00::", 8], // not given out
  ["2e00::", 7], // not given out
  ["3000::", 4], // not given out; the returned 6bone (3ffe::/16) and documentation (3fff::/20) are in it
] as const;

const specialIpv4 = new BlockList();
for (const [address, prefix] of ipv4Blocks) specialIpv4.addSubnet(address, prefix, "ipv4");

const specialIpv6 = new BlockList();
for (const [address, prefix] of ipv6Blocks) specialIpv6.addSubnet(address, prefix, "ipv6");

/** The only block that IANA gives out to hosts (RFC 4291 section 2.4). */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/** Asks whether an IPv4 address in dotted decimal belongs to a public host. */
export function isPublicIpv4(address: string): boolean {
  return !specialIpv4.check(address, "ipv4");
}

/**
 * Asks whether an IPv6 address belongs to a public host.
 *
 * Everything outside 2000::/3 does not: loopback, link-local, unique local, multicast, and the forms that carry an
 * IPv4 address inside (mapped, compatible, NAT64), whatever that address is; a public one can be written as IPv4.
 */
export function isPublicIpv6(address: string): boolean {
  return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}
