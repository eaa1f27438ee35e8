import type { LinkTarget } from "./link.ts";

/** A link found for a redirect, with the answer that was made ready for it when it entered the cache. */
export type Found<Answer> = { readonly target: LinkTarget; readonly answer: Answer };
