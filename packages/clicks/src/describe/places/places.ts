import type { Click } from "../../click.ts";

export type Place = Pick<Click, "country" | "region">;

export const nowhere: Place = { country: null, region: null };

/** Tells where a reader is, as far as it can be known. */
export interface Places {
  placeOf(reader: {
    /** Undefined when the connection is gone. */
    readonly address: string | undefined;
    readonly headers: ReadonlyMap<string, string>;
  }): Place;
}
