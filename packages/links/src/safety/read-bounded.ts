import { SafetyCheckError } from "./safety-check.ts";

/**
 * Reads an answer as text, and not more of it than is allowed.
 *
 * @throws {SafetyCheckError} when it is larger.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  if (reader === undefined) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString("utf8");
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new SafetyCheckError(`The answer is larger than ${maxBytes} bytes.`);
    }
    chunks.push(value);
  }
}
