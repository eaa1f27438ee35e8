import { CliError } from "../cli-error.ts";
import type { Connection } from "./connection.ts";
import { readProblem } from "./problem.ts";
import { readText } from "./read-text.ts";
import { Refusal } from "./refusal.ts";

const usualDeadlineMs = 30_000;

/** A page of 1,000 links with the longest destinations and notes stays below this. */
const maxAnswerBytes = 32 * 1_024 * 1_024;

export type Question = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the service's address, without a slash in front. */
  readonly path: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON, already written. */
  readonly body?: string;
  readonly idempotencyKey?: string | undefined;
  /** How long the answer may take. Default: 30,000. */
  readonly deadlineMs?: number;
  /** What the user calls a field of the question. Default: as the service does. */
  readonly nameOf?: (field: string) => string;
};

/**
 * Asks the service one question; undefined when the answer has no body.
 *
 * @throws {Refusal} When the service says no.
 * @throws {CliError} When it cannot be reached, is silent, or is something else than Narrows.
 */
export async function ask(connection: Connection, question: Question, signal: AbortSignal): Promise<unknown> {
  const server = connection.server.origin;
  const { deadlineMs = usualDeadlineMs } = question;
  const deadline = AbortSignal.timeout(deadlineMs);
  const { status, text, retryAfterSeconds } = await exchange(
    connection,
    question,
    AbortSignal.any([signal, deadline]),
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    if (deadline.aborted) throw new CliError("SERVER_SILENT", { server, seconds: deadlineMs / 1000 });
    throw new CliError("SERVER_UNREACHABLE", { server, reason: reasonOf(error) }, { cause: error });
  });
  if (status === 204) return undefined;
  const body = text === undefined ? undefined : parseJson(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  throw (
    refusalOf({ status, body, retryAfterSeconds }, connection, question) ??
    new CliError("SERVER_STRANGE", { server, status })
  );
}

async function exchange({ server, key, language }: Connection, question: Question, signal: AbortSignal) {
  const headers: Record<string, string> = { accept: "application/json", "accept-language": language };
  if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
  if (question.idempotencyKey !== undefined) headers["idempotency-key"] = question.idempotencyKey;
  if (question.body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(addressOf(server, question), {
    method: question.method,
    headers,
    body: question.body ?? null,
    // A key is for this service alone; it must not follow wherever an answer points.
    redirect: "manual",
    signal,
  });
  const retryAfterSeconds = readSeconds(response.headers.get("retry-after"));
  return { status: response.status, retryAfterSeconds, text: await readText(response, maxAnswerBytes) };
}

/** Never 0, which would be no wait; a date (RFC 9110, 10.2.3) is nothing that Narrows sends. */
function readSeconds(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Math.max(1, Number(retryAfter)) : undefined;
}

function addressOf(server: URL, { path, query = {} }: Question): URL {
  const base = new URL(server.pathname.replace(/(?<!\/)\/*$/, "/"), server);
  const address = new URL(path, base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  return address;
}

/** fetch says "fetch failed"; what failed is the cause's code, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause ? String(cause.code) : cause.message;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

type Refused = {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterSeconds: number | undefined;
};

function refusalOf(
  { status, body, retryAfterSeconds }: Refused,
  { server, keySource, language }: Connection,
  { nameOf }: Question,
): Refusal | undefined {
  const problem = readProblem(body);
  if (problem === undefined) return undefined;
  const name = problem.field === undefined ? undefined : nameOf?.(problem.field);
  return new Refusal({ ...problem, status, language, retryAfterSeconds, name, server: server.origin, keySource });
}
