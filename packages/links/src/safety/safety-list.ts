import { isBlockedHost } from "../destination/blocklist.ts";
import { hostOf, parseHostName } from "../destination/host-name.ts";
import { quoted } from "../destination/quoted.ts";
import { SafetyListError } from "./safety-list-error.ts";
import { createBeginningSet, createTextSet, type BeginningSet, type TextSet } from "./text-set.ts";

export type SafetyList = {
  /** Each with all that is below it. */
  readonly hosts: TextSet;
  /** Beginnings of addresses: host and path. A host has no slash, so that only addresses of that very host begin so. */
  readonly beginnings: BeginningSet;
};

/** Of one line with its comment; twice what a destination may have. */
export const maxLineCharacters = 16_384;

/** Of a file: a good million hosts. */
export const maxSafetyListBytes = 32 * 1024 * 1024;

/**
 * Reads a list: one host name, or one beginning of an address with its scheme, a line; `#` at the start of a line or
 * behind a space begins a comment.
 *
 * `example.com` stands for itself and every name under it. `https://example.com/shop/` stands for every address on that
 * very host that begins so; scheme and port do not matter, letters written as `%61` are read as `a`.
 *
 * @throws {SafetyListError} naming the line that is neither, or too long.
 */
export function parseSafetyList(text: string): SafetyList {
  const list = emptySafetyList();
  for (const [index, line] of text.split("\n").entries()) addSafetyLine(list, line, index + 1);
  return list;
}

export function emptySafetyList(): SafetyList {
  return { hosts: createTextSet(), beginnings: createBeginningSet() };
}

/** Adds what one line says, see `parseSafetyList`. */
export function addSafetyLine(list: SafetyList, line: string, lineNumber: number): void {
  if (line.length > maxLineCharacters) throw lineTooLong(lineNumber);
  const entry = line.replace(/(^|\s)#.*/, "").trim();
  if (entry === "") return;
  if (/^https?:\/\//i.test(entry)) addBeginning(list, entry, lineNumber);
  else list.hosts.add(parseHost(entry, lineNumber));
}

/** Which kind of entry stands for the destination; undefined: none does. */
export function findOnList({ hosts, beginnings }: SafetyList, destination: string): "host" | "address" | undefined {
  const url = URL.parse(destination);
  if (url === null) return undefined;
  const host = hostOf(url);
  if (host === "") return undefined;
  if (isBlockedHost(host, hosts)) return "host";
  return beginnings.size > 0 && beginnings.hasBeginningOf(comparable(url)) ? "address" : undefined;
}

function addBeginning({ beginnings }: SafetyList, entry: string, lineNumber: number): void {
  const url = URL.parse(entry);
  if (url === null || url.hash !== "" || hostOf(url) === "") throw malformed(entry, lineNumber);
  beginnings.add(comparable(url));
}

function parseHost(entry: string, lineNumber: number): string {
  try {
    return parseHostName(entry.replace(/^\*?\./, ""));
  } catch (cause) {
    throw malformed(entry, lineNumber, cause);
  }
}

function malformed(entry: string, lineNumber: number, cause?: unknown): SafetyListError {
  const form = "write a host like example.com, or the beginning of an address like https://example.com/path";
  const message = `Line ${lineNumber} of the list: ${quoted(entry)} is neither; ${form}.`;
  return new SafetyListError("LINE_MALFORMED", message, { cause });
}

/** For whoever need not have read all of it. */
export function lineTooLong(lineNumber: number): SafetyListError {
  const message = `Line ${lineNumber} of the list has more than ${maxLineCharacters} characters; end every line with a line feed.`;
  return new SafetyListError("LINE_TOO_LONG", message);
}

function comparable(url: URL): string {
  return `${hostOf(url)}${comparablePath(url)}`;
}

/** RFC 3986 section 6.2.2.2: what is encoded without need is the same address. */
function comparablePath({ pathname, search }: URL): string {
  return `${pathname}${search}`.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded.toUpperCase();
  });
}
