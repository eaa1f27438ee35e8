import { OptionError } from "../cli-error.ts";

/** @throws {OptionError} */
export function parseJump(text: string): number {
  const by = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (by < 1 || by > 8_192) throw new OptionError("--by", "expected.jump");
  return by;
}
