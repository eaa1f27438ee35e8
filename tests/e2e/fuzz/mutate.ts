import type { Random } from "../../program/random.ts";
import { bodyMutations } from "./body-mutations.ts";
import { mutateBytes } from "./byte-mutations.ts";
import { headMutations } from "./head-mutations.ts";
import { renderRequest, type RawRequest } from "./raw-request.ts";

/** Bytes to send on one connection. */
export type Mutant = {
  readonly bytes: Buffer;
  /** The answer will have no body. */
  readonly isHead: boolean;
  /** The client resets the connection instead of waiting for an answer. */
  readonly isHangUp: boolean;
};

/** Makes one request that is wrong in one to three ways, sometimes with a valid one right behind it. */
export function mutate(seeds: readonly RawRequest[], random: Random): Mutant {
  let request = random.pick(seeds);
  const hasBody = request.body.length > 0;
  for (let count = random.below(3); count >= 0; count -= 1) {
    const mutations = hasBody && random.chance(0.6) ? bodyMutations : headMutations;
    request = random.pick(mutations)(request, random);
  }
  let bytes = renderRequest(request);
  if (random.chance(0.3)) bytes = mutateBytes(bytes, random);
  // A HEAD's answer has no body but a GET's has: behind a HEAD, what follows could not be told apart.
  const isHead = bytes.subarray(0, 5).toString("latin1") === "HEAD ";
  if (!isHead && random.chance(0.1)) bytes = Buffer.concat([bytes, renderRequest(random.pick(getsOf(seeds)))]);
  return { bytes, isHead, isHangUp: random.chance(0.03) };
}

function getsOf(seeds: readonly RawRequest[]): readonly RawRequest[] {
  return seeds.filter(({ method }) => method === "GET");
}
