import { abortedStatus } from "./refund-when.ts";

/**
 * Passes a response on and tells when it is through: with its status, or as aborted when the client went away or the
 * body broke off.
 */
export function watchBody(response: Response, signal: AbortSignal, settled: (status: number) => void): Response {
  let isSettled = false;
  const settle = (status: number) => {
    if (isSettled) return;
    isSettled = true;
    signal.removeEventListener("abort", onAbort);
    settled(status);
  };
  const onAbort = () => settle(abortedStatus);
  if (signal.aborted) settle(abortedStatus);
  else if (response.body === null) settle(response.status);
  else signal.addEventListener("abort", onAbort);
  return response.body === null ? response : new Response(watched(response.body, response.status, settle), response);
}

function watched(
  body: ReadableStream<Uint8Array>,
  status: number,
  settle: (status: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          settle(status);
          controller.close();
        } catch (error) {
          settle(abortedStatus);
          controller.error(error);
        }
      },
      cancel(reason) {
        settle(abortedStatus);
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the client: what it did not take was not sent.
    { highWaterMark: 0 },
  );
}
