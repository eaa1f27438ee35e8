import { StoreFailure } from "../../store-failure.ts";
import type { RedisPort } from "./redis-port.ts";
import type { Script } from "./script.ts";

/**
 * Runs a script once.
 *
 * A server that does not know it has done nothing, so it may be given the source, once. Nothing else is ever repeated:
 * what failed may have been counted.
 *
 * @throws {StoreFailure} `STORE_REFUSED`, `STORE_UNREACHABLE`
 */
export async function runScript(
  port: RedisPort,
  { sha, source }: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  try {
    return await port.evalsha(sha, keys, args);
  } catch (error) {
    if (!textOf(error).startsWith("NOSCRIPT ")) throw toFailure(error);
  }
  try {
    return await port.eval(source, keys, args);
  } catch (error) {
    throw toFailure(error);
  }
}

/** Answers of the server begin with a word in capitals, such as `READONLY` or `OOM`; what clients say does not. */
export function toFailure(cause: unknown): StoreFailure {
  const text = textOf(cause);
  const code = /^-?[A-Z]{2}[A-Z0-9]* /.test(text) ? "STORE_REFUSED" : "STORE_UNREACHABLE";
  return new StoreFailure(code, `Redis: ${text}`, { cause });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
