import { BackoffError } from "./backoff-error.ts";

/**
 * Refuses what no attempt could send, before there is one: `fetch` says that with a `TypeError` too, as it does of a
 * connection that failed.
 *
 * @param hasOwnFetch One that is not the platform's may know to what an address is relative.
 * @throws {BackoffError} `BACKOFF_REQUEST_INVALID`
 */
export function checkRequest(input: Request | URL | string, init: RequestInit, hasOwnFetch: boolean): void {
  try {
    if (typeof init !== "object") throw new TypeError("`init` is no object.");
    const request = input instanceof Request ? input : undefined;
    const { signal, body } = init;
    AbortSignal.any([signal ?? []].flat());
    // A body could be read once only: whether there may be one is all that is asked.
    void new Request(addressOf(input, hasOwnFetch), {
      ...init,
      method: init.method ?? request?.method ?? "GET",
      body: body === undefined || body === null ? null : "",
      signal: null,
    });
  } catch (error) {
    const text = error instanceof Error ? error.message : "it cannot be read";
    throw new BackoffError("BACKOFF_REQUEST_INVALID", `fetchWithBackoff: No such request can be sent: ${text}`, 0, {
      cause: error,
    });
  }
}

function addressOf(input: Request | URL | string, hasOwnFetch: boolean): URL | string {
  if (input instanceof Request) return input.url;
  return hasOwnFetch ? new URL(input, "http://localhost") : input;
}
