import { isPermanent } from "./click-budget.ts";
import { parseAlias } from "./code-form.ts";
import type { CreateRequest, CreateResult } from "./create-request.ts";
import { domainFor } from "./domain.ts";
import { LinkError } from "./errors.ts";
import { parseExpiry } from "./expiry.ts";
import { hearOutcome } from "./hear-outcome.ts";
import { recordOf } from "./idempotency-record.ts";
import type { CreateOutcome, IdempotentAnswer, IdempotentRequest } from "./link-store.ts";
import type { Link } from "./link.ts";
import type { LinksOptions } from "./links.ts";
import type { Requester } from "./requester.ts";
import { storedDigest } from "./settings-digest.ts";
import { normaliseTags } from "./tags.ts";

/** How many generated codes are tried before the service says that it has none. */
const maxCodeTries = 8;

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
    const creation = options.store.create({
      link,
      settingsDigest: storedDigest(link),
      reuse: request.reuse === true && link.ownerId !== null && link.maxClicks === null,
      idempotency:
        idempotent === null ? null : recordOf(idempotent, { responseBody: body, isReuse: false }, link.createdAt),
      now: link.createdAt,
    });
    const outcome = await hearOutcome(options, link, creation);
    if (outcome.kind === "reused") return reuse(options, outcome.link, idempotent);
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
  return replay(earlier);
}

/** Judges the request; the code of a generated link is still empty. */
function draftLink(options: LinksOptions, request: CreateRequest, requester: Requester): Link {
  const now = options.now();
  const { redirectStatus = 302, maxClicks = null } = request;
  if (maxClicks !== null && isPermanent(redirectStatus)) throw new LinkError("BUDGET_PERMANENT", "maxClicks");
  return {
    domain: domainFor(request.domain, options.domains, requester),
    code: request.alias === undefined ? "" : parseAlias(request.alias),
    kind: request.alias === undefined ? "generated" : "alias",
    destination: options.destinations.check(request.longUrl),
    redirectStatus,
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
    maxClicks,
    clicksUsed: 0,
  };
}

/** Answers with a link that is there, and remembers the answer: the link may be changed before the repetition. */
async function reuse(
  { store, render, now }: LinksOptions,
  link: Link,
  idempotent: IdempotentRequest | null,
): Promise<CreateResult> {
  const body = render(link);
  if (idempotent === null) return { kind: "reused", body, isReplay: false };
  const at = now();
  const outcome = await store.keepAnswer(recordOf(idempotent, { responseBody: body, isReuse: true }, at), link, at);
  if (outcome.kind === "idempotency-conflict") throw new LinkError("IDEMPOTENCY_CONFLICT");
  return outcome.kind === "replayed" ? replay(outcome) : { kind: "reused", body, isReplay: false };
}

function replay({ responseBody, isReuse }: IdempotentAnswer): CreateResult {
  return { kind: isReuse ? "reused" : "created", body: responseBody, isReplay: true };
}

/** Undefined: the generated code was taken, another one may be free. */
function conclude(
  options: LinksOptions,
  outcome: Exclude<CreateOutcome, { kind: "reused" }>,
  link: Link,
  body: string,
): CreateResult | undefined {
  switch (outcome.kind) {
    case "created":
      void options.onChange({ kind: "created", link });
      return { kind: "created", body, isReplay: false };
    case "replayed":
      return replay(outcome);
    case "idempotency-conflict":
      throw new LinkError("IDEMPOTENCY_CONFLICT");
    case "code-taken":
      if (link.kind === "alias") throw new LinkError("ALIAS_TAKEN", "alias");
      return undefined;
  }
}
