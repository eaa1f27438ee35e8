import type { LinkChange } from "./link-store.ts";

/** What nodes tell each other over the bus. `from` and `to` are names of nodes. */
export type ChangeMessage =
  /** The node lives. `atMs` is its own monotonic clock; `asks`: it would like to hear who else does. */
  | { readonly kind: "here"; readonly from: string; readonly atMs: number; readonly asks: boolean }
  /** The node stops. */
  | { readonly kind: "gone"; readonly from: string }
  /** A link has changed; `id` is the sender's number of it. */
  | { readonly kind: "change"; readonly from: string; readonly id: number; readonly change: LinkChange }
  /** The node follows these changes of `to`. */
  | { readonly kind: "heard"; readonly from: string; readonly to: string; readonly ids: readonly number[] };

/** With names of the longest kind such a message has some 700 bytes. */
export const maxIdsPerMessage = 40;

/** What a node may be called: it comes over the bus and goes into a header. */
const nodeName = /^[\w.:-]{1,80}$/;

function isNodeName(name: unknown): name is string {
  return typeof name === "string" && nodeName.test(name);
}

/** One line; see `maxBusTextBytes`. */
export function writeMessage(message: ChangeMessage): string {
  return JSON.stringify(message);
}

/** Gives undefined for whatever this version does not understand: a bus is open to strangers and to other versions. */
export function readMessage(text: string): ChangeMessage | undefined {
  const read = parseObject(text);
  if (read === undefined || !isNodeName(read["from"])) return undefined;
  const { from } = read;
  switch (read["kind"]) {
    case "here":
      return isInstant(read["atMs"])
        ? { kind: "here", from, atMs: read["atMs"], asks: read["asks"] === true }
        : undefined;
    case "gone":
      return { kind: "gone", from };
    case "change":
      return readChange(from, read);
    case "heard":
      return readHeard(from, read);
    default:
      return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function readChange(from: string, { id, change }: Fields): ChangeMessage | undefined {
  if (!isCount(id) || typeof change !== "object" || change === null) return undefined;
  const { domain, code, version } = change as Fields;
  if (!isShort(domain) || !isShort(code) || !isCount(version)) return undefined;
  return { kind: "change", from, id, change: { domain, code, version } };
}

function readHeard(from: string, { to, ids }: Fields): ChangeMessage | undefined {
  if (!isNodeName(to) || !Array.isArray(ids) || ids.length > maxIdsPerMessage) return undefined;
  return ids.every(isCount) ? { kind: "heard", from, to, ids } : undefined;
}

/** Longer ones are no domains and codes. */
const maxPartLength = 300;

function isShort(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxPartLength;
}

/** Of a monotonic clock, which has fractions and begins at zero; a thousand years have passed on none. */
const maxInstantMs = 1_000 * 366 * 24 * 60 * 60 * 1_000;

function isInstant(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= maxInstantMs;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
