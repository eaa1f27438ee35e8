import { placeFrom } from "./country-code.ts";
import type { Places } from "./places.ts";

/**
 * Believes what an edge wrote into a header, such as `cf-ipcountry`. Only for a service that is reached through that edge
 * alone, for everybody else can write it too.
 *
 * @param names In any case; `region` is optional.
 */
export function createEdgeHeaderPlaces(names: { readonly country: string; readonly region?: string }): Places {
  const country = names.country.toLowerCase();
  const region = names.region?.toLowerCase();
  return {
    placeOf: ({ headers }) => placeFrom(headers.get(country), region === undefined ? undefined : headers.get(region)),
  };
}
