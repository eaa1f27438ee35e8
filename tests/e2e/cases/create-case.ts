import type { Ask } from "../../program/http-client.ts";
import type { Refusal } from "../../program/problem.ts";

/** One create that cannot be granted, and how it is refused. */
export type CreateCase = readonly [name: string, ask: Ask, refusal: Refusal];

/** A destination with which nothing is wrong. */
export const longUrl = "https://example.com/";

export const json = { "content-type": "application/json" };

export function refuse(status: number, code: string, field?: string): Refusal {
  return field === undefined ? { status, code } : { status, code, field };
}

/** A body that is sent as it is, declared as JSON. */
export function text(body: string): Ask {
  return { headers: json, body };
}
