import { abortedStatus } from "./refund-when.ts";

/** Takes the first status only; that of a client that went away is one. */
export function settleOnce(signal: AbortSignal, settle: (status: number) => void): (status: number) => void {
  let isSettled = false;
  const once = (status: number) => {
    if (isSettled) return;
    isSettled = true;
    signal.removeEventListener("abort", onAbort);
    settle(status);
  };
  const onAbort = () => once(abortedStatus);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);
  return once;
}

/** Passes a response on and tells when its body is through: with its status, or as aborted when it broke off. */
export function watchBody(response: Response, settle: (status: number) => void): Response {
  if (response.body !== null) return new Response(watched(response.body, response.status, settle), response);
  settle(response.status);
  return response;
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
