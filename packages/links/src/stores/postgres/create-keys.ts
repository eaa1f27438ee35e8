import { hash } from "node:crypto";
import type { CreateCommand } from "../../link-store.ts";
import { keyText } from "./key-text.ts";

/** What a create must have to itself: its code, its Idempotency-Key, the settings that it may reuse. */
export type CreateKeys = {
  readonly code: string;
  readonly answer: string | undefined;
  /** A number for an advisory lock, as text. */
  readonly sameness: string | undefined;
};

export function createKeys({ link, idempotency, reuse, settingsDigest }: CreateCommand): CreateKeys {
  const mayReuse = reuse && link.ownerId !== null && settingsDigest !== null;
  return {
    code: keyText(link.domain, link.code),
    answer: idempotency === null ? undefined : keyText(idempotency.requester, idempotency.key),
    sameness: mayReuse ? samenessLock(link.ownerId, settingsDigest) : undefined,
  };
}

function samenessLock(ownerId: string, settingsDigest: Uint8Array): string {
  const digest = Buffer.from(settingsDigest).toString("hex");
  return hash("sha256", `${digest} ${ownerId}`, "buffer").readBigInt64BE(0).toString();
}
