import { OptionError } from "../cli-error.ts";

/** @throws {OptionError} */
export function parseStatus(text: string): number {
  if (!isRedirectStatus(text)) throw new OptionError("--status", "expected.status");
  return Number(text);
}

export function isRedirectStatus(text: string): boolean {
  return /^30[1278]$/.test(text);
}
