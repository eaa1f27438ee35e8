import type { IncomingMessage, ServerResponse } from "node:http";
import type { Visit as ClickedVisit } from "@narrows/clicks";
import { linkStateAt, StoreError, type Found, type LinkState, type LinkTarget, type Resolver } from "@narrows/links";
import { admitClick, type Admission, type ClickAdmissionOptions } from "./click-admission.ts";
import { clickedVisit } from "./clicks/clicked-visit.ts";
import type { EdgeCaching } from "./edge/edge-caching.ts";
import { denial } from "./http/denial.ts";
import { sendAnswer } from "./http/send-answer.ts";
import { tooEarly, withheld } from "./http/withheld.ts";
import type { AddressThrottle } from "./limits/address-throttle.ts";
import { waitDetails } from "./limits/rate-limited.ts";
import type { Wait } from "./limits/waiting-list.ts";
import { problemOf, type ProblemCode } from "./problems/index.ts";
import { redirectAnswer, type RedirectAnswer } from "./redirect-answer.ts";

/** One request for a short link. */
export type Visit = {
  readonly domain: string;
  readonly code: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

export type RedirectOptions = ClickAdmissionOptions & {
  readonly resolver: Pick<Resolver<RedirectAnswer>, "peek" | "find">;
  readonly caching: Pick<EdgeCaching, "headers" | "prepared">;
  /** Makes addresses wait that ask for many codes that no link has. */
  readonly unknownCodes: AddressThrottle;
  /**
   * Takes a redirect over as a click. A promise where it must be safe before the answer; it never rejects. Undefined: nobody
   * counts.
   */
  readonly record: ((visit: ClickedVisit) => void | Promise<void>) | undefined;
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

function answer(
  options: RedirectOptions,
  visit: Visit,
  found: Found<RedirectAnswer> | null,
  looks = maxLooks,
): void | Promise<void> {
  if (found === null) return denyUnknown(visit, options.unknownCodes);
  const now = options.now();
  const state = linkStateAt(found.target, now);
  if (state !== "active") return deny(visit, denialCodes[state]);
  if (found.target.maxClicks !== null) return answerCounted(options, visit, found, looks);
  return send(options, visit, found, options.caching.headers(visit, found, now));
}

/** A link that changes between each look and its count is looked at so many times. */
const maxLooks = 3;

/** Of a link with a budget nothing that is remembered is enough: the store says who may go through, and counts it first. */
function answerCounted(
  options: RedirectOptions,
  visit: Visit,
  found: Found<RedirectAnswer>,
  looks: number,
): Promise<void> {
  const conclude = (admission: Admission): void | Promise<void> => {
    switch (admission.kind) {
      case "through":
        return send(options, visit, found, found.answer.headers);
      case "withheld":
        return sendAnswer(visit.response, withheld(visit.request));
      case "ahead":
        return sendAnswer(visit.response, tooEarly);
      case "used-up":
        return deny(visit, "LINK_SPENT");
      case "changed":
        return answerChanged(options, visit, admission.target, looks - 1);
    }
  };
  const { domain, code, request } = visit;
  const admission = admitClick(options, request, { domain, code }, found.target);
  return admission.then(conclude, (error: unknown) => fail(options, visit, error));
}

function answerChanged(
  options: RedirectOptions,
  visit: Visit,
  target: LinkTarget | undefined,
  looks: number,
): void | Promise<void> {
  if (looks === 0) {
    return fail(options, visit, new StoreError("STORE_LOCKED", "The link was changed again and again."));
  }
  if (target === undefined) return answer(options, visit, null);
  return answer(options, visit, { target, answer: redirectAnswer(target, options.caching.prepared) }, looks);
}

/** The click is recorded without waiting for it, unless none may be lost. */
function send(
  { record, now }: RedirectOptions,
  visit: Visit,
  { answer: { status }, target }: Found<RedirectAnswer>,
  headers: string[],
): void | Promise<void> {
  const { response } = visit;
  const recorded = record?.(clickedVisit(visit, status, target.destination, now()));
  if (recorded === undefined) return void response.writeHead(status, headers).end();
  return recorded.then(() => void response.writeHead(status, headers).end());
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
