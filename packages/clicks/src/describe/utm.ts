import type { Click } from "../click.ts";
import { decodeBytes, safeText } from "./safe-text.ts";

const fields = {
  utmSource: "utm_source",
  utmMedium: "utm_medium",
  utmCampaign: "utm_campaign",
  utmTerm: "utm_term",
  utmContent: "utm_content",
} as const;

export type Utm = Pick<Click, keyof typeof fields>;

/** Nobody's query is longer, and a longer one would be work that a client chooses. */
const maxQueryLength = 8_192;

/** Reads UTM fields: each from the request where it has one, else from where the link leads. */
export function utmOf(target: string, destination: string): Utm {
  const own = parametersOf(decodeBytes(target));
  const author = parametersOf(destination);
  const read = (name: string) => safeText(own?.get(name) ?? "") ?? safeText(author?.get(name) ?? "");
  return {
    utmSource: read(fields.utmSource),
    utmMedium: read(fields.utmMedium),
    utmCampaign: read(fields.utmCampaign),
    utmTerm: read(fields.utmTerm),
    utmContent: read(fields.utmContent),
  };
}

/** Undefined where there is no query, or none that could have such a field: most have not. */
function parametersOf(url: string): URLSearchParams | undefined {
  const [beforeFragment = ""] = url.split("#", 1);
  const begin = beforeFragment.indexOf("?");
  if (begin === -1) return undefined;
  const query = beforeFragment.slice(begin + 1, begin + 1 + maxQueryLength);
  return query.includes("utm") ? new URLSearchParams(query) : undefined;
}
