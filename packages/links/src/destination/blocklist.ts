import { parseHostName } from "./host-name.ts";
import { quoted } from "./quoted.ts";

/** RFC 1035 section 2.3.4, as text without the last dot. */
const MAX_NAME_LENGTH = 253;

/**
 * Reads a blocklist: one host name or address a line; `#` starts a comment, empty lines are skipped.
 *
 * `example.com` stands for itself and every name under it; `*.example.com` and `.example.com` are read as the same.
 *
 * @throws {SyntaxError} naming the line that is no host.
 */
export function parseBlocklist(text: string): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const [index, line] of text.split("\n").entries()) {
    const entry = line.replace(/#.*/, "").trim();
    if (entry !== "") hosts.add(parseEntry(entry, index + 1));
  }
  return hosts;
}

/** Asks whether the host or one of its parent domains is on the list; at most 127 look-ups, usually two or three. */
export function isBlockedHost(host: string, blocklist: Pick<ReadonlySet<string>, "has" | "size">): boolean {
  if (blocklist.size === 0) return false;
  let start = firstLabelOf(host);
  while (!blocklist.has(host.slice(start))) {
    const dot = host.indexOf(".", start);
    if (dot < 0) return false;
    start = dot + 1;
  }
  return true;
}

/** The URL parser lets through names of thousands of labels; what can be on a list is among the last 253 characters. */
function firstLabelOf(host: string): number {
  return host.length <= MAX_NAME_LENGTH ? 0 : host.indexOf(".", host.length - MAX_NAME_LENGTH - 1) + 1;
}

function parseEntry(entry: string, lineNumber: number): string {
  try {
    return parseHostName(entry.replace(/^\*?\./, ""));
  } catch (cause) {
    const message = `Line ${lineNumber} of the blocklist: ${quoted(entry)} is not a host name; write it like example.com.`;
    throw new SyntaxError(message, { cause });
  }
}
