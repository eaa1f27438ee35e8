import type { Command } from "commander";
import { OptionError } from "../cli-error.ts";
import type { Say } from "../texts/say.ts";
import { declareConnection, type ConnectionOptions } from "./connection-options.ts";
import type { LinkName } from "./links-api.ts";

/** The options of every command about one link. */
export type LinkOptions = ConnectionOptions & { readonly domain?: string };

/** Declares them, and the argument that names the link. */
export function declareLink(command: Command, say: Say): void {
  command.argument("<code>", say("links.code")).option("--domain <host>", say("links.domain"));
  declareConnection(command, say);
}

/**
 * Reads which link is meant: by its code, or by its short URL as the service shows it. What a message has put behind that
 * (`?utm_source=…`, `#…`) is no part of the link's name.
 *
 * @throws {OptionError} When it is neither, or `--domain` names another host than the URL.
 */
export function linkNameOf(command: Command): LinkName {
  const [given = ""] = command.args;
  const { domain } = command.opts<LinkOptions>();
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  // Checked here, because `..` would ask for something else than a link.
  const code = /^([A-Za-z0-9_-]{1,64})$/.exec(url === null ? given : codeIn(url))?.[1];
  if (code === undefined) throw new OptionError("<code>", "expected.code");
  if (url !== null && domain !== undefined && domain.toLowerCase() !== url.hostname) {
    throw new OptionError("--domain", "expected.domainOfUrl", { host: url.hostname });
  }
  return { code, domain: url?.hostname ?? domain, isUrl: url !== null };
}

/** No code where the path has more than its one segment. */
function codeIn({ pathname }: URL): string {
  return pathname.slice(1);
}
