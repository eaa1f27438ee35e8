import { isPublicIpv4, isPublicIpv6 } from "./special-addresses.ts";

/**
 * Top-level names that the public DNS will never have: the IANA registry of special-use names (RFC 6761, 6762, 7686,
 * 9476) but for `example`, RFC 6762's appendix G (intranet, private, corp, home, lan), ICANN's reservation of
 * `internal`, and what resolvers and clusters add by themselves.
 */
const privateTopLevels: ReadonlySet<string> = new Set([
  "localhost",
  "test",
  "invalid",
  "onion",
  "alt",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  // Kubernetes completes `name.namespace.svc`, `name.namespace` and `address.namespace.pod`; Consul its own.
  "svc",
  "pod",
  "default",
  "kube-system",
  "consul",
]);

/** RFC 8375, 9462 and 9665. The rest of `arpa` is public. */
const privateArpa = [".home.arpa", ".resolver.arpa", ".service.arpa"] as const;

/** The URL parser takes a host whose last label is a number for IPv4 and writes it as four decimal numbers. */
const ipv4Form = /^\d+\.\d+\.\d+\.\d+$/;

/**
 * Asks whether a host is reachable, if at all, from inside a network only.
 *
 * Judges the host as the URL parser wrote it, never the text: `0x7f.1`, `2130706433` and full-width digits are all
 * 127.0.0.1 there. A name of one label is private too, for it means another host in every network. No name is looked
 * up: a public name that leads to a private address is a matter for the blocklist.
 *
 * @param host As `hostOf` returns it.
 */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith("[")) return !isPublicIpv6(host.slice(1, -1));
  if (ipv4Form.test(host)) return !isPublicIpv4(host);
  return isPrivateName(host);
}

function isPrivateName(host: string): boolean {
  const dot = host.lastIndexOf(".");
  if (dot < 0 || privateTopLevels.has(host.slice(dot + 1))) return true;
  return host.endsWith("arpa") && privateArpa.some((name) => `.${host}`.endsWith(name));
}
