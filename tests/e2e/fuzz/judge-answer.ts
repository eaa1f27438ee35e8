import { problemTable } from "@narrows/server";
import type { RawAnswer } from "../../program/raw-answer.ts";

const statuses: Readonly<Record<string, { readonly status: number }>> = problemTable;

/** Says what is wrong with an answer to a mutated request; undefined when nothing is. */
export function judgeAnswer({ status, headers, body }: RawAnswer): string | undefined {
  const contentType = headers.get("content-type") ?? "";
  if (status >= 500) return "a 5xx";
  if (/\bat .*\.[jt]s:\d+|node_modules/.test(body)) return "a stack trace";
  const isReflecting = /<img src=zq|zq\(\)>/.test([...headers.values()].join("\n") + body);
  if (isReflecting && (status >= 300 || !contentType.startsWith("application/json"))) return "reflected markup";
  return status >= 400 && body !== "" ? judgeRefusal(status, contentType, body) : undefined;
}

/** Short links that lead nowhere may answer people with a page; everything else is problem details with a known code. */
function judgeRefusal(status: number, contentType: string, body: string): string | undefined {
  const isPage = contentType.startsWith("text/html") && /^<!doctype html>/i.test(body);
  if (isPage) return [404, 410, 421].includes(status) ? undefined : "a page instead of problem details";
  if (!contentType.startsWith("application/problem+json")) return "a refusal that is no problem details";
  const { code } = JSON.parse(body) as { readonly code: string };
  return statuses[code]?.status === status ? undefined : "a refusal with an unknown code, or with another's status";
}
