import { readFileSync } from "node:fs";

/** Reads a file that several packages' tests share; its README says where each comes from. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`../../../../tests/fixtures/${name}`, import.meta.url), "utf8");
}
