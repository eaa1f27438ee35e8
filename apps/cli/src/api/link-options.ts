import type { Command } from "commander";
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

/** Reads which link is meant. */
export function linkNameOf(command: Command): LinkName {
  return { code: command.args[0], domain: command.opts<LinkOptions>().domain };
}
