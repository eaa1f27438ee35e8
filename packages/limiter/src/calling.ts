import { LimiterError, type LimiterErrorCode } from "./errors.ts";

/**
 * Does what calls functions that the limiter was given, or asked about. What is wrong with them must not look like the
 * store's failure.
 *
 * @param name Of what is called, for the message.
 * @throws {LimiterError} `code`, with what it threw as the cause, also when it is no function; a `LimiterError` as it is.
 */
export function calling<Result>(
  name: string,
  work: () => Result,
  code: LimiterErrorCode = "REQUEST_FUNCTION_FAILED",
): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimiterError) throw error;
    throw new LimiterError(code, `\`${name}\` failed.`, { cause: error });
  }
}
