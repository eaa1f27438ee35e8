import { hash } from "node:crypto";
import { LinkError } from "../errors.ts";
import type { Links } from "../links.ts";
import type { Requester } from "../requester.ts";
import type { Suspicion } from "./judge.ts";
import type { CheckedLink, SafetyStore } from "./safety-store.ts";

export type FindingsOptions = {
  readonly links: Pick<Links, "quarantine">;
  readonly safety: Pick<SafetyStore, "hasFinding" | "keepFinding">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * `held`: a moderator has released the link after the same finding. `changed`: the link is no longer what was judged, and
 * that change is judged, too.
 */
export type FindingOutcome = "quarantined" | "held" | "changed";

/** On whose behalf links are quarantined. */
const checker: Requester = { id: "safety-check", ownerId: null, isAdmin: true, domain: null };

/**
 * Quarantines a link for a suspicion, unless it was for the same one before: then a moderator has let it go.
 *
 * @throws {StoreError} when it may have to be done again.
 */
export async function actOnSuspicion(
  { links, safety, now }: FindingsOptions,
  link: CheckedLink,
  suspicion: Suspicion,
): Promise<FindingOutcome> {
  const digest = findingDigest(link, suspicion);
  if (await safety.hasFinding(link, digest)) return "held";
  const { domain, code, version } = link;
  try {
    await links.quarantine({ domain, code }, `${suspicion.source}: ${suspicion.reason}`, checker, [version]);
  } catch (error) {
    if (error instanceof LinkError) return "changed";
    throw error;
  }
  // Afterwards: kept before, and then a crash, it would look as if a moderator had let the link go.
  await safety.keepFinding(link, digest, now());
  return "quarantined";
}

function findingDigest({ destination }: CheckedLink, { source, reason }: Suspicion): Uint8Array {
  return hash("sha256", JSON.stringify([destination, source, reason]), "buffer").subarray(0, 16);
}
