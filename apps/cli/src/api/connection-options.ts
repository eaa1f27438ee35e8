import type { Command } from "commander";
import type { Say } from "../texts/say.ts";

/** The options of every command that asks a running service. */
export type ConnectionOptions = { readonly server?: string; readonly key?: string };

/** Declares them. */
export function declareConnection(command: Command, say: Say): void {
  command.option("--server <address>", say("links.server")).option("--key <key>", say("links.key"));
}
