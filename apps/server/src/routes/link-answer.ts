import type { Link } from "@narrows/links";
import type { Answer, Service } from "./route.ts";

/** Shows a link, with the tag that a later change can name in If-Match. */
export function linkAnswer(link: Link, { renderLink }: Pick<Service, "renderLink">): Answer {
  return { status: 200, body: renderLink(link), headers: tagHeader(link) };
}

/** The entity tag of a link as JSON: its version, which every change raises. */
export function tagHeader({ version }: Pick<Link, "version">): Readonly<Record<string, string>> {
  return { etag: `"${version}"` };
}
