import { createHash } from "node:crypto";
import type { Policy } from "../../policy.ts";
import type { ScopeKey } from "../../store.ts";

/** A part with more bytes is hashed, so that nobody fills the server with his name. */
const longestPart = 64;

/**
 * The key of a counter: `ratelimit:{part:…:version}:bucket:policy`, each part in base64url, which has no `:`.
 *
 * What stands in the braces decides on the hash slot. With `tagBy` it is that part alone, and the others follow.
 */
export function redisKey(prefix: string, { by, tagBy, version, name }: Policy, key: ScopeKey): string {
  const parts = [...key.map(encodePart), encodePart(version)];
  const end = `:bucket:${escapeName(name)}`;
  if (tagBy === undefined) return `${prefix}:{${parts.join(":")}}${end}`;
  const [tag = ""] = parts.splice(by.indexOf(tagBy), 1);
  // Nothing in the braces would be no tag at all.
  return `${prefix}:{${tag === "" ? "~" : tag}}:${parts.join(":")}${end}`;
}

/**
 * One part, different for different ones. A mark that base64url does not have tells apart what is not simply encoded:
 * `~u` UTF-16 (text with a lone surrogate, which UTF-8 has no bytes for), `~h` and `~w` the SHA-256 of long UTF-8 and
 * UTF-16.
 */
function encodePart(part: string): string {
  const isText = part.isWellFormed();
  const bytes = Buffer.from(part, isText ? "utf8" : "utf16le");
  if (bytes.length <= longestPart) return `${isText ? "" : "~u"}${bytes.toString("base64url")}`;
  return `${isText ? "~h" : "~w"}${createHash("sha256").update(bytes).digest("base64url")}`;
}

/** Printable ASCII, without what means something in a key, in a pattern or in a shell. */
function escapeName(name: string): string {
  return name.replace(/[^\w.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
