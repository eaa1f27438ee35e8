import { createHash } from "node:crypto";
import type { Policy } from "../../policy.ts";
import type { ScopeKey } from "../../store.ts";

/** A part with more bytes is hashed, so that nobody fills the server with his name. */
const longestPart = 64;

/** What is the same in all keys of a policy. */
type Ending = { readonly version: string; readonly text: string };

const endings = new WeakMap<Policy, Ending>();

/**
 * The key of a counter: `ratelimit:{part:…:version}:bucket:policy`, each part in base64url, which has no `:`.
 *
 * What stands in the braces decides on the hash slot. With `tagBy` it is that part alone, and the others follow.
 */
export function redisKey(prefix: string, policy: Policy, key: ScopeKey): string {
  const { version, text } = endingOf(policy);
  const { by, tagBy } = policy;
  let tag = "";
  let parts = "";
  for (const [i, part] of key.entries()) {
    const encoded = encodePart(part);
    // Nothing in the braces would be no tag at all.
    if (by[i] === tagBy) tag = encoded === "" ? "~" : encoded;
    else parts += `${encoded}:`;
  }
  if (tag === "") return `${prefix}:{${parts}${version}}${text}`;
  return `${prefix}:{${tag}}:${parts}${version}${text}`;
}

function endingOf(policy: Policy): Ending {
  const known = endings.get(policy);
  if (known !== undefined) return known;
  const ending = { version: encodePart(policy.version), text: `:bucket:${escapeName(policy.name)}` };
  endings.set(policy, ending);
  return ending;
}

/**
 * One part, different for different ones. A mark that base64url does not have tells apart what is not simply encoded:
 * `~u` UTF-16 (text with a lone surrogate, which UTF-8 has no bytes for), `~h` and `~w` the SHA-256 of long UTF-8 and
 * UTF-16.
 */
function encodePart(part: string): string {
  if (part === "") return "";
  const isText = part.isWellFormed();
  const bytes = Buffer.from(part, isText ? "utf8" : "utf16le");
  if (bytes.length <= longestPart) return `${isText ? "" : "~u"}${bytes.toString("base64url")}`;
  return `${isText ? "~h" : "~w"}${createHash("sha256").update(bytes).digest("base64url")}`;
}

/** Printable ASCII, without what means something in a key, in a pattern or in a shell. */
function escapeName(name: string): string {
  return name.replace(/[^\w.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
