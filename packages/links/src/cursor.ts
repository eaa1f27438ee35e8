import { LinkError } from "./errors.ts";
import type { ListPosition } from "./link-store.ts";

/** Writes a list position as an opaque word for a URL. */
export function encodeCursor({ createdAt, domain, code }: ListPosition): string {
  return Buffer.from(JSON.stringify([createdAt, domain, code])).toString("base64url");
}

/** @throws {LinkError} `CURSOR_MALFORMED` */
export function parseCursor(text: string): ListPosition {
  const value = parseJson(Buffer.from(text, "base64url").toString("utf8"));
  if (!Array.isArray(value) || value.length !== 3) throw new LinkError("CURSOR_MALFORMED", "cursor");
  const [createdAt, domain, code] = value as readonly unknown[];
  if (!Number.isSafeInteger(createdAt) || typeof domain !== "string" || typeof code !== "string") {
    throw new LinkError("CURSOR_MALFORMED", "cursor");
  }
  return { createdAt: Number(createdAt), domain, code };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
