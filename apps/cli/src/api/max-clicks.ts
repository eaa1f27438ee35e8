import { OptionError } from "../cli-error.ts";

/** @throws {OptionError} */
export function parseMaxClicks(text: string): number {
  if (!isMaxClicks(text)) throw new OptionError("--max-clicks", "expected.maxClicks");
  return Number(text);
}

export function isMaxClicks(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 1_000_000_000;
}
