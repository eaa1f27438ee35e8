import { isIP } from "node:net";
import type { Click } from "../click.ts";
import type { Visit } from "../visit.ts";
import { createClassifier, type Classifier } from "./classify.ts";
import { createClickIds } from "./click-ids.ts";
import { createDeviceOf } from "./device.ts";
import { createLanguageOf } from "./language.ts";
import { nowhere, type Places } from "./places/places.ts";
import { hostOf, plainHost, referrerOf } from "./referrer.ts";
import { decodeBytes } from "./safe-text.ts";
import type { DailySalts } from "./salts/daily-salts.ts";
import { utmOf } from "./utm.ts";
import { readHeaders, type VisitHeaders } from "./visit-headers.ts";
import { createVisitorKey } from "./visitor-key.ts";

export type DescriberOptions = {
  /**
   * Finds the address that a visit comes from, as far as proxies are trusted, in one spelling; of IPv6 the whole of it.
   * Headers are asked for by their names in lower case.
   */
  readonly addressOf: (origin: {
    readonly remoteAddress: string | undefined;
    readonly header: (name: string) => string | undefined;
  }) => string | undefined;
  readonly salts: Pick<DailySalts, "of">;
  /** Default: nobody knows. */
  readonly places?: Places;
  /** Default: one of its own. */
  readonly classifier?: Pick<Classifier, "classify">;
  /** Hosts of the service beside the one that a request names, from which nobody is referred. Default: none. */
  readonly ownHosts?: readonly string[];
  readonly randomBytes: (size: number) => Uint8Array;
  /** Told of a fault of one of the functions given here; the click goes on without what it would have said. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Makes a function that turns a visit into what is kept of it: without address and without user agent.
 *
 * It takes some ten microseconds, so it belongs behind the redirect. It never throws, whatever bytes a client sent.
 */
export function createDescriber(options: DescriberOptions): (visit: Visit) => Click {
  const { classifier = createClassifier(), places, onFault } = options;
  const visitorOf = createVisitorKey(options.salts);
  const idOf = createClickIds(options.randomBytes);
  const deviceOf = createDeviceOf();
  const languageOf = createLanguageOf();
  const ownHosts = new Set((options.ownHosts ?? []).map(plainHost));
  return (visit) => {
    const { domain, code, at, status } = visit;
    const headers = readHeaders(visit.rawHeaders);
    const address = attempt(() => addressOf(options, visit, headers), undefined, onFault);
    return {
      id: idOf(at),
      domain,
      code,
      at,
      ...classifier.classify({ method: visit.method, headers }),
      visitor: attempt(() => visitorOf({ at, address, headers }), null, onFault),
      status,
      ...attempt(() => places?.placeOf({ address, headers }) ?? nowhere, nowhere, onFault),
      referrer: referrerIn(headers, (host) => ownHosts.has(host) || host === plainHost(domain)),
      ...deviceOf(headers.get("user-agent") ?? ""),
      language: languageOf(headers.get("accept-language") ?? ""),
      ...utmOf(visit.target, visit.destination),
    };
  };
}

function addressOf(options: DescriberOptions, visit: Visit, headers: VisitHeaders): string | undefined {
  const address = options.addressOf({ remoteAddress: visit.remoteAddress, header: (name) => headers.get(name) });
  // Whoever tells clients apart may name one without an address, and then all of them are not one visitor.
  return address === undefined || isIP(address) === 0 ? undefined : address;
}

function referrerIn(headers: VisitHeaders, isOwn: (host: string) => boolean): string | null {
  const referer = headers.get("referer");
  if (referer === undefined) return null;
  const ownHost = hostOf(headers.get("host") ?? "");
  return referrerOf(decodeBytes(referer), (host) => host === ownHost || isOwn(host));
}

function attempt<Value>(action: () => Value, otherwise: Value, onFault: (error: unknown) => void): Value {
  try {
    return action();
  } catch (error) {
    onFault(error);
    return otherwise;
  }
}
