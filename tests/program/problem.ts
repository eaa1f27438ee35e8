import type { Answer } from "./http-client.ts";

/** What a refusal says, as far as programs look at it. */
export type Refusal = { readonly status: number; readonly code: string | undefined; readonly field?: string };

/**
 * Reads a refusal.
 *
 * @throws {Error} When the answer is not problem details of RFC 9457 with a code, a title, a detail and a mend.
 */
export function refusalOf(answer: Answer): Refusal {
  if (answer.headers["content-type"]?.startsWith("application/problem+json") !== true) {
    throw new Error(`Not problem details: ${answer.status} ${answer.headers["content-type"]} ${answer.body}`);
  }
  const problem = answer.json() as Readonly<Record<string, unknown>>;
  const texts = ["type", "title", "code", "detail", "mend"].map((name) => problem[name]);
  if (texts.some((text) => typeof text !== "string" || text === "") || problem["status"] !== answer.status) {
    throw new Error(`Incomplete problem details: ${answer.status} ${answer.body}`);
  }
  const { code, field } = problem as { code: string; field?: string };
  return { status: answer.status, code, ...(field === undefined ? {} : { field }) };
}
