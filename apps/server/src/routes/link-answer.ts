import type { ChangeResult, Link } from "@narrows/links";
import { edgeDelayHeader } from "./edge-delay-header.ts";
import type { Answer, Service } from "./route.ts";
import { unheardHeader } from "./unheard-header.ts";

/** Shows a link that was changed, and which nodes may not know of it. */
export function changeAnswer({ link, unheard }: ChangeResult, { renderLink, edge }: ChangeService): Answer {
  const headers = { ...tagHeader(link), ...unheardHeader(unheard), ...edgeDelayHeader(edge) };
  return { status: 200, body: renderLink(link), headers };
}

type ChangeService = Pick<Service, "renderLink" | "edge">;

/** The entity tag of a link as JSON: its version, which every change raises. */
export function tagHeader({ version }: Pick<Link, "version">): Readonly<Record<string, string>> {
  return { etag: `"${version}"` };
}
