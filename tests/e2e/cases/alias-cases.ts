import { longUrl, refuse, type CreateCase } from "./create-case.ts";

const reserved = [
  ["a reserved alias", "healthz"],
  ["a reserved alias in other letter case", "HealthZ"],
] as const;

const malformed = [
  ["an alias of 65 characters", "a".repeat(65)],
  ["an empty alias", ""],
  ["an alias outside of ASCII", "promo-é"],
  ["an alias of full-width letters", "ｐｒｏｍｏ"],
  ["an alias with a slash", "a/b"],
  ["an alias with an encoded slash", "a%2Fb"],
  ["an alias with a dot", "robots.txt"],
  ["an alias with a space", " promo"],
  ["an alias with a line break at its end", "promo\n"],
  ["an alias with NUL", "promo\0"],
] as const;

export const aliasCases: readonly CreateCase[] = [
  ...reserved.map(([name, alias]) => createCase(name, alias, refuse(422, "ALIAS_RESERVED", "alias"))),
  ...malformed.map(([name, alias]) => createCase(name, alias, refuse(400, "ALIAS_MALFORMED", "alias"))),
];

function createCase(name: string, alias: string, refusal: CreateCase[2]): CreateCase {
  return [name, { body: { longUrl, alias } }, refusal];
}
