/** RFC 9110, 9.2.2. */
const idempotentMethods = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]);

/** Whether a request can be sent twice: the server does the same thing, and the body is still there. */
export function isRepeatable(input: Request | URL | string, init: RequestInit, repeatUnsafe: boolean): boolean {
  const request = input instanceof Request ? input : undefined;
  const method = (init.method ?? request?.method ?? "GET").toUpperCase();
  return (repeatUnsafe || idempotentMethods.has(method)) && isBodyRepeatable(request, init);
}

/** A stream can be read once; the body of a `Request` is one. */
function isBodyRepeatable(request: Request | undefined, { body }: RequestInit): boolean {
  if (body === undefined || body === null) return request === undefined || request.body === null;
  // Not every browser can iterate a stream.
  return typeof body === "string" || !(body instanceof ReadableStream || Symbol.asyncIterator in body);
}
