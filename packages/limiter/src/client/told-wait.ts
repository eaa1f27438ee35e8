/**
 * Milliseconds that a response asks to wait; undefined when it does not say.
 *
 * Retry-After outranks RateLimit (draft-ietf-httpapi-ratelimit-headers-11, section 7).
 */
export function toldWait(headers: Headers, nowMs: number): number | undefined {
  return retryAfterMs(headers, nowMs) ?? effectiveWindowMs(headers.get("ratelimit") ?? "");
}

/** Seconds, or an HTTP-date (RFC 9110, 10.2.3); a date counts from the server's own clock where it tells it. */
function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse takes "-5" and "1.5" for years.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const serverNow = Date.parse(headers.get("date") ?? "");
  return Math.max(at - (Number.isNaN(serverNow) ? nowMs : serverNow), 0);
}

/** A member of the list: a name in quotes, then its parameters. No name begins at a quote inside another. */
const member = /(?<!\\)"(?:[^"\\]|\\.)*"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\.)*"|[^"\s,;]*))?)*)/g;

/** The longest `t` of the policies with nothing left, or of all when each has something. */
function effectiveWindowMs(rateLimit: string): number | undefined {
  // Longer than any honest one, and long enough to keep the expression busy.
  if (rateLimit.length > 4_096) return undefined;
  const states = Array.from(rateLimit.matchAll(member), ([, parameters = ""]) => ({
    remaining: parameter(parameters, "r"),
    seconds: parameter(parameters, "t"),
  }));
  const empty = states.filter(({ remaining }) => remaining === 0);
  const waits = (empty.length > 0 ? empty : states)
    .map(({ seconds }) => seconds)
    .filter((seconds) => seconds !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits) * 1000;
}

function parameter(parameters: string, key: string): number | undefined {
  const digits = new RegExp(`;\\s*${key}=(\\d{1,15})(?=\\s*(?:;|$))`).exec(parameters)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
