import { setTimeout as wait } from "node:timers/promises";
import { isRecord } from "../is-record.ts";
import { readBounded } from "../read-bounded.ts";
import { SafetyCheckError, type SafetyCheck, type Verdict } from "../safety-check.ts";

export type LookupServiceOptions = {
  /** Where `threatMatches:find` is; the only address that is ever asked. */
  readonly url: URL;
  /** Sent as the parameter `key`, as such services want it. */
  readonly key: string | undefined;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** From asking to the last byte of the answer, for each try. Default: 5,000. */
  readonly deadlineMs?: number;
  /** How long each further try waits. Default: 500, 2,000. */
  readonly retryDelaysMs?: readonly number[];
  /** How long it is left alone after a failure; twice as long after each further one. Default: 5,000 to 300,000. */
  readonly pauseMs?: { readonly first: number; readonly longest: number };
};

const source = "lookup";
/** What Safe Browsing takes in one request. */
const maxBatch = 500;
const threatTypes = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE", "POTENTIALLY_HARMFUL_APPLICATION"] as const;

/** One for each kind that is asked for, and the same for some platforms: more cannot be meant. */
const matchesPerUrl = threatTypes.length * 4;

/** A match of each kind, with room for what else is in one. What is larger is not read: it would be parsed in one go. */
const answerBytes = { least: 65_536, most: 4 * 1024 * 1024, perMatch: 512 };

const ok: Verdict = { kind: "ok" };

/**
 * Asks a service that has the form of Safe Browsing's Lookup API, version 4 (`POST …/v4/threatMatches:find`), which
 * others offer as well: Google, Yandex, or a server of your own.
 *
 * What leaves the house: the whole destination, without its fragment, a user name and a password. Nothing of the link
 * itself, its owner or whoever follows it. Up to 500 in a request, three tries, and a pause after a failure that grows.
 */
export function createLookupService(options: LookupServiceOptions): SafetyCheck {
  const { monotonicMs, pauseMs = { first: 5_000, longest: 300_000 } } = options;
  let failures = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;

  const failed = (error: unknown): SafetyCheckError => {
    const asked = error instanceof SafetyCheckError ? error.retryAfterMs : 0;
    const grown = Math.min(pauseMs.longest, pauseMs.first * 2 ** Math.min(failures, 20));
    failures += 1;
    const retryAfterMs = Math.min(pauseMs.longest, Math.max(asked, grown));
    pausedUntilMs = monotonicMs() + retryAfterMs;
    const message = error instanceof Error ? error.message : "The lookup service failed.";
    return new SafetyCheckError(message, { cause: error, retryAfterMs });
  };

  return {
    name: source,
    maxBatch,
    async judge(destinations, signal) {
      const leftMs = pausedUntilMs - monotonicMs();
      if (leftMs > 0) throw new SafetyCheckError("The lookup service is left alone.", { retryAfterMs: leftMs });
      const urls = destinations.map(sentUrl);
      try {
        const verdicts = verdictsFrom(await askPatiently(options, urls, signal), urls);
        failures = 0;
        return verdicts;
      } catch (error) {
        // Whoever stops the work has found no fault with the service.
        if (signal.aborted) throw new SafetyCheckError("The work was stopped.", { cause: error });
        throw failed(error);
      }
    },
  };
}

/** Nobody else needs to see what stays in the browser. */
function sentUrl(destination: string): string {
  const url = URL.parse(destination);
  if (url === null) return destination;
  url.hash = "";
  url.username = "";
  url.password = "";
  return url.href;
}

async function askPatiently(options: LookupServiceOptions, urls: readonly string[], signal: AbortSignal) {
  const { retryDelaysMs = [500, 2_000] } = options;
  for (const delayMs of retryDelaysMs) {
    try {
      return await askOnce(options, urls, signal);
    } catch (error) {
      if (signal.aborted || error instanceof SafetyCheckError) throw error;
      await wait(delayMs, undefined, { signal });
    }
  }
  return askOnce(options, urls, signal);
}

/** @throws {SafetyCheckError} when another try would not help now; another error when it may. */
async function askOnce(
  { url, key, deadlineMs = 5_000 }: LookupServiceOptions,
  urls: readonly string[],
  stop: AbortSignal,
): Promise<unknown> {
  // One that is aborted already tells nobody any more.
  stop.throwIfAborted();
  const end = new AbortController();
  const abort = (): void => end.abort(new Error(`The lookup service did not answer within ${deadlineMs} ms.`));
  const deadline = setTimeout(abort, deadlineMs);
  stop.addEventListener("abort", abort);
  try {
    const address = new URL(url);
    if (key !== undefined) address.searchParams.set("key", key);
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(question(urls)),
      // Key and destinations are for the configured address alone.
      redirect: "manual",
      signal: end.signal,
    });
    if (!response.ok) await refuse(response);
    return parse(await readBounded(response, maxAnswerBytes(urls)));
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener("abort", abort);
  }
}

function maxAnswerBytes(urls: readonly string[]): number {
  const perUrl = (url: string): number => threatTypes.length * (answerBytes.perMatch + url.length);
  const all = urls.reduce((bytes, url) => bytes + perUrl(url), answerBytes.least);
  return Math.min(answerBytes.most, all);
}

function question(urls: readonly string[]) {
  return {
    client: { clientId: "narrows", clientVersion: "1" },
    threatInfo: {
      threatTypes,
      platformTypes: ["ANY_PLATFORM"],
      threatEntryTypes: ["URL"],
      threatEntries: urls.map((url) => ({ url })),
    },
  };
}

async function refuse(response: Response): Promise<never> {
  const { status } = response;
  await response.body?.cancel();
  const message = `The lookup service answered ${status}.`;
  if (status >= 500) throw new Error(message);
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  throw new SafetyCheckError(message, { retryAfterMs: seconds > 0 ? seconds * 1_000 : 60_000 });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SafetyCheckError("The lookup service answered something that is no JSON.", { cause });
  }
}

/** No `matches`: nothing was found. Anything that is not understood is a failure, for "fine" would be a guess. */
function verdictsFrom(answer: unknown, urls: readonly string[]): readonly Verdict[] {
  if (!isRecord(answer)) throw unclear();
  const { matches = [] } = answer;
  if (!Array.isArray(matches)) throw unclear();
  if (matches.length > urls.length * matchesPerUrl) throw unclear("more matches than were asked for");
  const asked = new Set(urls);
  const found = new Map<string, string>();
  for (const match of matches) {
    const { url, threat } = readMatch(match);
    if (!asked.has(url)) throw unclear();
    // The first by name, so that the reason is the same in whichever order they come.
    const known = found.get(url);
    if (known === undefined || threat < known) found.set(url, threat);
  }
  return urls.map((url) => {
    const reason = found.get(url);
    return reason === undefined ? ok : { kind: "suspect", reason, source };
  });
}

function readMatch(match: unknown): { readonly url: string; readonly threat: string } {
  const threat = isRecord(match) && isRecord(match["threat"]) ? match["threat"]["url"] : undefined;
  if (!isRecord(match) || typeof threat !== "string") throw unclear();
  const { threatType } = match;
  const isName = typeof threatType === "string" && /^[A-Z][A-Z0-9_]{0,63}$/.test(threatType);
  return { url: threat, threat: isName ? threatType : "UNKNOWN_THREAT" };
}

function unclear(what = "something that cannot be understood"): SafetyCheckError {
  return new SafetyCheckError(`The lookup service answered ${what}.`);
}
