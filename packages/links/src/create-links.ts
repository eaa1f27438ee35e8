import { createMany } from "./create-many.ts";
import { createLink } from "./create.ts";
import { encodeCursor } from "./cursor.ts";
import { draftPatch } from "./edit.ts";
import { LinkError } from "./errors.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { changedLink, guardFor, maySee, moderatorGuard } from "./guard.ts";
import { hearOutcome } from "./hear-outcome.ts";
import type { ChangeOutcome } from "./link-store.ts";
import { isForgotten, type Link, type LinkKey } from "./link.ts";
import type { ChangeResult, Links, LinksOptions } from "./links.ts";
import { listQuery } from "./list.ts";
import type { Requester } from "./requester.ts";

/** Binds the rules of the link service to a store, a code strategy and a destination policy. */
export function createLinks(options: LinksOptions): Links {
  const { store, now, onChange } = options;

  const settle = async (key: LinkKey, change: Promise<ChangeOutcome>): Promise<ChangeResult> => {
    const link = changedLink(await hearOutcome(options, key, change));
    return { link, unheard: await onChange({ kind: "changed", link }) };
  };

  return {
    create(request, requester, idempotencyKey) {
      const idempotent =
        idempotencyKey === undefined
          ? null
          : { requester: requester.id, key: `one:${idempotencyKey}`, fingerprint: fingerprintOf([request]) };
      return createLink(options, request, requester, idempotent);
    },
    createMany: (rows, requester, idempotencyKey) => createMany(options, rows, requester, idempotencyKey),
    get: (key, requester) => getLink(options, key, requester),
    async edit(key, request, requester, versions) {
      const at = now();
      const patch = draftPatch(options, request, at);
      return settle(key, store.edit({ key, guard: guardFor(requester, versions), patch, now: at }));
    },
    async delete(key, requester, versions) {
      return settle(key, store.delete({ key, guard: guardFor(requester, versions), now: now() }));
    },
    async list(request, requester) {
      const page = await store.list(listQuery(options, request, requester));
      return { links: page.links, cursor: page.next === undefined ? undefined : encodeCursor(page.next) };
    },
    async quarantine(key, reason, requester, versions) {
      const guard = moderatorGuard(requester, versions);
      return settle(key, store.quarantine({ key, guard, reason, now: now() }));
    },
    async release(key, requester, versions) {
      const guard = moderatorGuard(requester, versions);
      return settle(key, store.quarantine({ key, guard, reason: null, now: now() }));
    },
  };
}

async function getLink(options: LinksOptions, key: LinkKey, requester: Requester): Promise<Link> {
  const link = await options.store.find(key);
  if (link === undefined || !maySee(link, requester)) throw new LinkError("LINK_NOT_FOUND");
  if (link.deletedAt !== null) throw new LinkError("LINK_DELETED");
  if (isForgotten(link)) throw new LinkError("LINK_FORGOTTEN");
  return link;
}
