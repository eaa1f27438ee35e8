import { OptionError } from "../cli-error.ts";

/** @throws {OptionError} When it is not what the service takes for the length of a page. */
export function requirePageLimit(text: string | undefined): void {
  if (text === undefined) return;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 1000) throw new OptionError("--limit", "expected.limit");
}
