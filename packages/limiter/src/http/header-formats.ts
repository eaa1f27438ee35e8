import { LimiterError } from "../errors.ts";
import { shown } from "../shown.ts";
import { draft11 } from "./draft-11.ts";
import type { HeaderFormat } from "./header-format.ts";
import { legacyHeaders } from "./legacy-headers.ts";
import { noHeaders } from "./no-headers.ts";

const named = { "draft-11": draft11, legacy: legacyHeaders, none: noHeaders } as const;

export type HeaderFormatName = keyof typeof named;

/** A format by name, one that was made, or several that stand side by side: `["draft-11", "legacy"]`. */
export type HeadersOption = HeaderFormatName | HeaderFormat | readonly (HeaderFormatName | HeaderFormat)[];

/**
 * The formats that an option means.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function headerFormats(option: HeadersOption = "draft-11"): readonly HeaderFormat[] {
  const list = isList(option) ? option : [option];
  return list.map(formatOf);
}

function formatOf(format: HeaderFormatName | HeaderFormat): HeaderFormat {
  if (typeof format === "string" && Object.hasOwn(named, format)) return named[format]();
  if (typeof format === "object" && format !== null && "lines" in format) return format;
  const names = Object.keys(named).join(", ");
  throw new LimiterError("HTTP_OPTION_INVALID", `headers: ${shown(format)} is none of ${names}, nor a format.`);
}

function isList(option: HeadersOption): option is readonly (HeaderFormatName | HeaderFormat)[] {
  return Array.isArray(option);
}
