import { parseAlias } from "./code-form.ts";
import type { CreateRequest, CreateResult } from "./create-request.ts";
import { domainFor } from "./domain.ts";
import { LinkError } from "./errors.ts";
import { parseExpiry } from "./expiry.ts";
import type { CreateOutcome, IdempotentRequest } from "./link-store.ts";
import type { Link } from "./link.ts";
import type { LinksOptions } from "./links.ts";
import type { Requester } from "./requester.ts";
import { settingsDigest } from "./settings-digest.ts";
import { normaliseTags } from "./tags.ts";

/** How many generated codes are tried before the service says that it has none. */
const maxCodeTries = 8;

/** How long an Idempotency-Key is remembered. */
const idempotencyLifeMs = 24 * 60 * 60 * 1000;

/**
 * Makes one link. The unique key of the store decides who gets a code, the first writer wins; nothing is looked up
 * before it is inserted, except an earlier answer to the same Idempotency-Key: a repetition must get that answer even
 * when the request, judged anew, would be refused (its expiry may have passed since).
 */
export async function createLink(
  options: LinksOptions,
  request: CreateRequest,
  requester: Requester,
  idempotent: IdempotentRequest | null,
): Promise<CreateResult> {
  const earlier = idempotent === null ? undefined : await findEarlier(options, idempotent);
  if (earlier !== undefined) return earlier;
  const draft = draftLink(options, request, requester);
  for (let attempt = 0; attempt < maxCodeTries; attempt += 1) {
    const code =
      draft.kind === "alias" ? draft.code : await options.codes.next({ destination: draft.destination, attempt });
    const link = { ...draft, code };
    const body = options.render(link);
    const outcome = await options.store.create({
      link,
      settingsDigest: link.ownerId === null ? null : settingsDigest(link),
      reuse: request.reuse === true && link.ownerId !== null,
      idempotency:
        idempotent === null
          ? null
          : { ...idempotent, responseBody: body, expiresAt: link.createdAt + idempotencyLifeMs },
    });
    const result = conclude(options, outcome, link, body);
    if (result !== undefined) return result;
    options.onCollision();
  }
  throw new LinkError("CODES_EXHAUSTED");
}

async function findEarlier(options: LinksOptions, idempotent: IdempotentRequest): Promise<CreateResult | undefined> {
  const { requester, key, fingerprint } = idempotent;
  const earlier = await options.store.findIdempotent(requester, key, options.now());
  if (earlier === undefined) return undefined;
  if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) throw new LinkError("IDEMPOTENCY_CONFLICT");
  return { kind: "replayed", body: earlier.responseBody };
}

/** Judges the request; the code of a generated link is still empty. */
function draftLink(options: LinksOptions, request: CreateRequest, requester: Requester): Link {
  const now = options.now();
  return {
    domain: domainFor(request.domain, options.domains, requester),
    code: request.alias === undefined ? "" : parseAlias(request.alias),
    kind: request.alias === undefined ? "generated" : "alias",
    destination: options.destinations.check(request.longUrl),
    redirectStatus: request.redirectStatus ?? 302,
    ownerId: requester.ownerId,
    enabled: true,
    expiresAt: typeof request.expiresAt === "string" ? parseExpiry(request.expiresAt, now) : null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    deletedAt: null,
    quarantinedAt: null,
    quarantineReason: null,
    tags: normaliseTags(request.tags),
    note: request.note ?? null,
  };
}

/** Undefined: the generated code was taken, another one may be free. */
function conclude(options: LinksOptions, outcome: CreateOutcome, link: Link, body: string): CreateResult | undefined {
  switch (outcome.kind) {
    case "created":
      options.onChange(link);
      return { kind: "created", body };
    case "replayed":
      return { kind: "replayed", body: outcome.responseBody };
    case "reused":
      return { kind: "reused", body: options.render(outcome.link) };
    case "idempotency-conflict":
      throw new LinkError("IDEMPOTENCY_CONFLICT");
    case "code-taken":
      if (link.kind === "alias") throw new LinkError("ALIAS_TAKEN", "alias");
      return undefined;
  }
}
