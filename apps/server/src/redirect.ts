import type { IncomingMessage, ServerResponse } from "node:http";
import { linkStateAt, type Found, type LinkState, type Resolver } from "@narrows/links";
import type { EdgeCaching } from "./edge/edge-caching.ts";
import { denial } from "./http/denial.ts";
import { sendAnswer } from "./http/send-answer.ts";
import type { AddressThrottle } from "./limits/address-throttle.ts";
import { waitDetails } from "./limits/rate-limited.ts";
import type { Wait } from "./limits/waiting-list.ts";
import { problemOf, type ProblemCode } from "./problems/index.ts";
import type { RedirectAnswer } from "./redirect-answer.ts";

/** One request for a short link. */
export type Visit = {
  readonly domain: string;
  readonly code: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

export type RedirectOptions = {
  readonly resolver: Pick<Resolver<RedirectAnswer>, "peek" | "find">;
  readonly caching: Pick<EdgeCaching, "headers">;
  /** Makes addresses wait that ask for many codes that no link has. */
  readonly unknownCodes: AddressThrottle;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of what only an operator can mend. */
  readonly onFault: (error: unknown) => void;
};

/** Follows a short link: limit, find, record, answer. Answers at once when memory or a store in this process knows. */
export function createRedirect(options: RedirectOptions): (visit: Visit) => void | Promise<void> {
  const { resolver, unknownCodes } = options;
  return (visit) => {
    // Before anything is looked up; as long as nobody has to wait, nobody is looked at.
    const wait = unknownCodes.size === 0 ? undefined : unknownCodes.wait(visit.request);
    if (wait !== undefined) return refuse(visit, wait);
    const known = resolver.peek(visit.domain, visit.code);
    const found = known === undefined ? resolver.find(visit.domain, visit.code) : known;
    if (!(found instanceof Promise)) return answer(options, visit, found);
    return found.then(
      (late) => answer(options, visit, late),
      (error: unknown) => fail(options, visit, error),
    );
  };
}

function fail({ onFault }: RedirectOptions, visit: Visit, error: unknown): void {
  onFault(error);
  deny(visit, problemOf(error).code);
}

function answer(options: RedirectOptions, visit: Visit, found: Found<RedirectAnswer> | null): void | Promise<void> {
  if (found === null) return denyUnknown(visit, options.unknownCodes);
  const now = options.now();
  const state = linkStateAt(found.target, now);
  if (state !== "active") return deny(visit, denialCodes[state]);
  // The click is recorded here, without waiting for it.
  visit.response.writeHead(found.answer.status, options.caching.headers(visit, found, now)).end();
}

/** Visitors are not told whether a link was deleted or switched off: that is its owner's affair. */
const denialCodes: Readonly<Record<Exclude<LinkState, "active">, ProblemCode>> = {
  deleted: "LINK_GONE",
  disabled: "LINK_GONE",
  expired: "LINK_EXPIRED",
  quarantined: "LINK_BLOCKED",
};

function denyUnknown(visit: Visit, unknownCodes: AddressThrottle): void | Promise<void> {
  const end = (wait: Wait | undefined): void =>
    wait === undefined ? deny(visit, "LINK_UNKNOWN") : refuse(visit, wait);
  const wait = unknownCodes.count(visit.request);
  return wait instanceof Promise ? wait.then(end) : end(wait);
}

function refuse({ request, response }: Visit, wait: Wait): void {
  sendAnswer(response, denial("RATE_LIMITED", request, waitDetails(wait.ms, wait)));
}

function deny({ request, response }: Visit, code: ProblemCode): void {
  sendAnswer(response, denial(code, request));
}
