import type { Link, LinkKey } from "./link.ts";

/** What became of a link, as far as whoever made the change knows. */
export type LinkEvent =
  | { readonly kind: "created"; readonly link: Link }
  /** The link has the version that it says since; as good as `created` for whoever remembers links. */
  | { readonly kind: "changed"; readonly link: Link }
  /** The store stayed silent: a creation or a change may or may not have been made. */
  | { readonly kind: "unknown"; readonly key: LinkKey };

/** Names of nodes that have not said that they know of a change. Empty: every live node knows. */
export type Unheard = readonly string[];
