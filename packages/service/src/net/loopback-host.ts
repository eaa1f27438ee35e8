import { parseAddress } from "./address.ts";

/**
 * Tells whether a host, as in HOST, a URL or a Host header (so perhaps with brackets and a port), can only mean this
 * machine: 127.0.0.0/8, ::1, `localhost` and names below it (RFC 6761, 6.3). No name is looked up.
 */
export function isLoopbackHost(host: string): boolean {
  const address = parseAddress(host);
  if (address !== undefined) return address.text.startsWith("127.") || address.text === "::1";
  return /^([a-z0-9-]+\.)*localhost\.?(:\d{1,5})?$/i.test(host);
}
