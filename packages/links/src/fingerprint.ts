import { createHash } from "node:crypto";
import type { CreateRequest } from "./create-request.ts";
import { normaliseTags } from "./tags.ts";

/** SHA-256 over every field of the requests in canonical order: absent and null are one, tags are a set. */
export function fingerprintOf(requests: readonly CreateRequest[]): Uint8Array {
  return createHash("sha256")
    .update(JSON.stringify(requests.map(canonical)))
    .digest();
}

function canonical(request: CreateRequest): readonly unknown[] {
  return [
    request.longUrl,
    request.alias ?? null,
    request.domain ?? null,
    request.expiresAt ?? null,
    normaliseTags(request.tags),
    request.note ?? null,
    request.redirectStatus ?? null,
    request.reuse ?? null,
  ];
}
