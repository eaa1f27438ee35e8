import { ApiError } from "../problems/index.ts";

/** An entity tag (RFC 9110, 8.8.3), or nothing, as a list may hold it (5.6.1). */
const listItem = /^(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?$/;

/** What `linkTag` writes. */
const versionForm = /^[1-9]\d{0,14}$/;

/**
 * Reads If-Match (RFC 9110, 13.1.1) as the versions that a link may have; undefined when any will do.
 *
 * Tags are compared strongly, so a weak one matches nothing, and neither does one that this service never wrote.
 *
 * @throws {ApiError} `IF_MATCH_MALFORMED`
 */
export function parseIfMatch(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  const items = listItems(header).map((item) => listItem.exec(item.trim()));
  if (items.includes(null) || items.every((item) => item?.[2] === undefined)) {
    throw new ApiError("IF_MATCH_MALFORMED", { field: "If-Match" });
  }
  return items.flatMap((item) => {
    const [, weak, tag = ""] = item ?? [];
    return weak === undefined && versionForm.test(tag) ? [Number(tag)] : [];
  });
}

/** A tag may hold a comma. */
function listItems(header: string): readonly string[] {
  return header.match(/(?:"[^"]*"|[^",])+|(?<=^|,)(?=,|$)/g) ?? [];
}
