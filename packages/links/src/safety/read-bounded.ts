import { SafetyCheckError } from "./safety-check.ts";

/**
 * Reads an answer as text, and not more of it than is allowed.
 *
 * @throws {SafetyCheckError} when it is larger.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the answer.
    if (size > maxBytes) throw new SafetyCheckError(`The answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
