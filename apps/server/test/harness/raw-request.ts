import { connect } from "node:net";

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string };

/**
 * Sends bytes as they are and gives everything that comes back until the server closes.
 *
 * @param bytes A text is sent as latin1.
 * @param options `end`: close the sending side behind them.
 */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  { end = false }: { readonly end?: boolean } = {},
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", reject);
  socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  if (end) socket.end();
  const text = await promise;
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: rest.join("\r\n\r\n") };
}

/** A GET as a client writes it that keeps nothing open. */
export function rawGet(target: string, headers: readonly string[] = ["Host: localhost"]): string {
  return [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n");
}
