import { ClickError, type ClickErrorCode } from "../click-error.ts";

/**
 * Waits for a call, and no longer than that.
 *
 * @throws {ClickError} `code` when it has not settled by then; what comes of it later is nobody's business.
 */
export async function within<Result>(ms: number, code: ClickErrorCode, call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ClickError(code, `It has not answered for ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([call, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
