import { ApiError } from "../problems/index.ts";

/**
 * Reads a query as written: every parameter once, every escape valid, `+` a space as forms write it.
 *
 * @throws {ApiError} `REPEATED_PARAMETER`, `INVALID_PARAMETER`
 */
export function strictQuery(target: string): Readonly<Record<string, string>> {
  const start = target.indexOf("?");
  const query = start === -1 ? "" : target.slice(start + 1);
  const values = new Map<string, string>();
  for (const pair of query === "" ? [] : query.split("&")) {
    const [, written = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = decode(written, written);
    if (values.has(name)) throw new ApiError("REPEATED_PARAMETER", { field: name });
    values.set(name, decode(value, name));
  }
  return Object.fromEntries(values);
}

function decode(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new ApiError("INVALID_PARAMETER", { field });
  }
}
