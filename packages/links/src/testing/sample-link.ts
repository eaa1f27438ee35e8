import { createHash } from "node:crypto";
import type { ChangeGuard, CreateCommand, IdempotencyRecord } from "../link-store.ts";
import type { Link } from "../link.ts";
import { storedDigest } from "../settings-digest.ts";

/** An instant of the tests, in milliseconds since 1970. */
export const noon = Date.UTC(2027, 0, 1, 12);

/** Who may change any link. */
export const anyone: ChangeGuard = { ownerId: undefined, domain: undefined };

let made = 0;

/** A name that no other test uses, so that tests can share one store. Letters and digits, 8 characters. */
export function uniqueName(): string {
  made += 1;
  return `t${made.toString(36).padStart(7, "0")}`;
}

/** A link with a code and an owner of its own. */
export function sampleLink(fields: Partial<Link> = {}): Link {
  return {
    domain: "",
    code: uniqueName(),
    kind: "generated",
    destination: "https://example.com/path?a=1",
    redirectStatus: 302,
    ownerId: `owner-${uniqueName()}`,
    enabled: true,
    expiresAt: null,
    createdAt: noon,
    updatedAt: noon,
    version: 1,
    deletedAt: null,
    quarantinedAt: null,
    quarantineReason: null,
    tags: [],
    note: null,
    maxClicks: null,
    clicksUsed: 0,
    ...fields,
  };
}

/** The command that creates a link as the service would send it. */
export function createCommand(link: Link, fields: Partial<CreateCommand> = {}): CreateCommand {
  return {
    link,
    settingsDigest: storedDigest(link),
    reuse: false,
    idempotency: null,
    now: link.createdAt,
    ...fields,
  };
}

/** What is kept with a link, under a requester of its own. */
export function sampleRecord(fields: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    requester: uniqueName(),
    key: uniqueName(),
    fingerprint: fingerprint("first"),
    responseBody: `{"made":"${uniqueName()}"}`,
    isReuse: false,
    expiresAt: noon + 1_000,
    ...fields,
  };
}

export function fingerprint(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
