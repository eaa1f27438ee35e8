import { createHash } from "node:crypto";
import type { Visit } from "@narrows/clicks";

export const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

/** 2026-11-30T12:00:00Z */
export const noon = Date.UTC(2026, 10, 30, 12);

/** What a browser sends with a click. */
export const browserHeaders: Readonly<Record<string, string>> = {
  Host: "s.example",
  "User-Agent": chrome,
  Accept: "text/html",
  "Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8",
};

/** @param headers Replace those of a browser; undefined leaves one out. */
export function sampleVisit(
  headers: Readonly<Record<string, string | undefined>> = {},
  changes: Partial<Visit> = {},
): Visit {
  return {
    domain: "",
    code: "AbC123Z",
    at: noon,
    method: "GET",
    status: 302,
    remoteAddress: "203.0.113.9",
    rawHeaders: Object.entries({ ...browserHeaders, ...headers }).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value],
    ),
    target: "/AbC123Z",
    destination: "https://example.com/",
    ...changes,
  };
}

/** Bytes that look random and are the same each time. */
export function seededBytes(seed: string): (size: number) => Uint8Array {
  let round = 0;
  return (size) => {
    round += 1;
    return createHash("shake256", { outputLength: size }).update(`${seed} ${round}`).digest();
  };
}

/** Bytes as the HTTP parser gives them: one character for each. */
export function asHeader(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
