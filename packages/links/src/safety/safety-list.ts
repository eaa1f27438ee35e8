import { isBlockedHost } from "../destination/blocklist.ts";
import { hostOf, parseHostName } from "../destination/host-name.ts";

/** Hosts with all that is below them, and the beginnings of addresses by host. */
export type SafetyList = {
  readonly hosts: Set<string>;
  readonly prefixes: Map<string, Set<string>>;
};

/**
 * Reads a list: one host name, or one beginning of an address with its scheme, a line; `#` at the start of a line or
 * behind a space begins a comment.
 *
 * `example.com` stands for itself and every name under it. `https://example.com/shop/` stands for every address on that
 * very host that begins so; scheme and port do not matter, letters written as `%61` are read as `a`.
 *
 * @throws {SyntaxError} naming the line that is neither.
 */
export function parseSafetyList(text: string): SafetyList {
  const list = emptySafetyList();
  for (const [index, line] of text.split("\n").entries()) addSafetyLine(list, line, index + 1);
  return list;
}

export function emptySafetyList(): SafetyList {
  return { hosts: new Set(), prefixes: new Map() };
}

/** Adds what one line says, see `parseSafetyList`. */
export function addSafetyLine(list: SafetyList, line: string, lineNumber: number): void {
  const entry = line.replace(/(^|\s)#.*/, "").trim();
  if (entry === "") return;
  if (/^https?:\/\//i.test(entry)) addPrefix(list, entry, lineNumber);
  else list.hosts.add(parseHost(entry, lineNumber));
}

/** Which kind of entry stands for the destination; undefined: none does. */
export function findOnList({ hosts, prefixes }: SafetyList, destination: string): "host" | "address" | undefined {
  const url = URL.parse(destination);
  if (url === null) return undefined;
  const host = hostOf(url);
  if (isBlockedHost(host, hosts)) return "host";
  const beginnings = prefixes.get(host);
  if (beginnings === undefined) return undefined;
  const path = comparablePath(url);
  return [...beginnings].some((beginning) => path.startsWith(beginning)) ? "address" : undefined;
}

function addPrefix({ prefixes }: SafetyList, entry: string, lineNumber: number): void {
  const url = URL.parse(entry);
  if (url === null || url.hash !== "" || hostOf(url) === "") throw malformed(entry, lineNumber);
  const host = hostOf(url);
  const beginnings = prefixes.get(host) ?? new Set();
  prefixes.set(host, beginnings.add(comparablePath(url)));
}

function parseHost(entry: string, lineNumber: number): string {
  try {
    return parseHostName(entry.replace(/^\*?\./, ""));
  } catch (cause) {
    throw malformed(entry, lineNumber, cause);
  }
}

function malformed(entry: string, lineNumber: number, cause?: unknown): SyntaxError {
  const form = "write a host like example.com, or the beginning of an address like https://example.com/path";
  return new SyntaxError(`Line ${lineNumber} of the list: "${entry}" is neither; ${form}.`, { cause });
}

/** RFC 3986 section 6.2.2.2: what is encoded without need is the same address. */
function comparablePath({ pathname, search }: URL): string {
  return `${pathname}${search}`.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase();
  });
}
