import { longUrl, refuse, text, type CreateCase } from "./create-case.ts";

const wrongTypes = [
  ["null for an alias", { alias: null }, "alias"],
  ["a number for an alias", { alias: 123 }, "alias"],
  ["a text for the status", { status: "302" }, "status"],
  ["a fraction for the status", { status: 302.5 }, "status"],
  ["a text for reuse", { reuse: "true" }, "reuse"],
  ["one tag instead of a list", { tags: "spring" }, "tags"],
  ["a number among the tags", { tags: ["a", 1] }, "tags[1]"],
  ["a number for a note", { note: 1 }, "note"],
  ["a number for expiresAt", { expiresAt: 1_900_000_000 }, "expiresAt"],
  ["null for longUrl", { longUrl: null }, "longUrl"],
  ["a number for longUrl", { longUrl: 1 }, "longUrl"],
  ["an array for longUrl", { longUrl: [longUrl] }, "longUrl"],
] as const;

const wrongValues = [
  ["a status that is no redirect", { status: 200 }, "status"],
  ["too many tags", { tags: Array.from({ length: 21 }, String) }, "tags"],
] as const;

export const typeCases: readonly CreateCase[] = [
  ...wrongTypes.map(([name, fields, field]) => createCase(name, fields, refuse(400, "INVALID_TYPE", field))),
  ...wrongValues.map(([name, fields, field]) => createCase(name, fields, refuse(422, "INVALID_VALUE", field))),
  [
    "a huge number for the status",
    text(`{"longUrl":"${longUrl}","status":1e999}`),
    refuse(400, "INVALID_TYPE", "status"),
  ],
];

function createCase(name: string, fields: object, refusal: CreateCase[2]): CreateCase {
  return [name, { body: { longUrl, ...fields } }, refusal];
}
