import type { Answer } from "../http/answer.ts";
import type { HeaderLine } from "../http/header-format.ts";
import { shown } from "../shown.ts";
import { invalid } from "./option-rules.ts";

/** What to change in an answer. */
export type AnswerParts = {
  readonly status?: number;
  /** Set beside those that are there, or in their place; one whose value is undefined is left out. */
  readonly headers?: Iterable<HeaderLine> | Readonly<Record<string, number | string | undefined>>;
  /** An object or a list is written as JSON. `Content-Type` says so, or `text/plain`, unless `headers` has one. */
  readonly body?: string | object;
};

/** @throws {LimiterError} `HTTP_OPTION_INVALID` */
export function withParts(answer: Answer, parts: AnswerParts | undefined | void): Answer {
  if (parts === undefined) return answer;
  if (!isObject(parts)) throw invalid(`onLimited gave ${shown(parts)}. It is an object, or nothing.`);
  const { status = answer.status, headers = {}, body } = parts;
  if (!Number.isInteger(status)) throw invalid(`onLimited gave the status ${shown(status)}. It is a whole number.`);
  if (!isObject(headers)) throw invalid(`onLimited gave headers that are ${shown(headers)}. They are an object.`);
  const given: Iterable<GivenLine> = Symbol.iterator in headers ? headers : Object.entries(headers);
  if (body === undefined) return { status, headers: replaced(answer.headers, given), body: answer.body };
  const typed = replaced(answer.headers, [["Content-Type", typeOf(body)]]);
  return { status, headers: replaced(typed, given), body: typeof body === "string" ? body : JSON.stringify(body) };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function typeOf(body: unknown): string {
  if (typeof body === "string") return "text/plain; charset=utf-8";
  if (isObject(body)) return "application/json";
  throw invalid(`onLimited gave the body ${shown(body)}. It is a text, or an object to be written as JSON.`);
}

type GivenLine = readonly [name: string, value: number | string | undefined];

function replaced(lines: readonly HeaderLine[], given: Iterable<GivenLine>): readonly HeaderLine[] {
  const byName = new Map<string, GivenLine>([...lines, ...given].map((line) => [line[0].toLowerCase(), line]));
  return [...byName.values()].flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
}
