import type { Context } from "../cli-command.ts";
import { OptionError } from "../cli-error.ts";
import { ask } from "./ask.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { readConnection } from "./connection.ts";
import { parseLink, parsePage, type LinkAnswer, type PageAnswer } from "./link-answer.ts";

/** The link service's API, as far as the command line uses it. `domain` undefined: the service's own. */
export interface LinksApi {
  create(body: unknown, idempotencyKey: string | undefined): Promise<LinkAnswer>;
  get(code: string | undefined, domain: string | undefined): Promise<LinkAnswer>;
  delete(code: string | undefined, domain: string | undefined): Promise<void>;
  list(query: Readonly<Record<string, string | undefined>>): Promise<PageAnswer>;
}

/** Finds the service and the key. Nothing is sent before a method is called. */
export async function openLinksApi(options: ConnectionOptions, { config, signal }: Context): Promise<LinksApi> {
  const connection = await readConnection(options, config());
  return {
    async create(body, idempotencyKey) {
      const answer = await ask(connection, { method: "POST", path: "v1/urls", body, idempotencyKey }, signal);
      return parseLink(answer, connection);
    },
    async get(code, domain) {
      const answer = await ask(connection, { method: "GET", path: linkPath(code), query: { domain } }, signal);
      return parseLink(answer, connection);
    },
    async delete(code, domain) {
      await ask(connection, { method: "DELETE", path: linkPath(code), query: { domain } }, signal);
    },
    async list(query) {
      return parsePage(await ask(connection, { method: "GET", path: "v1/urls", query }, signal), connection);
    },
  };
}

/** Checked here, because `..` would ask for something else than a link. */
function linkPath(code = ""): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(code)) throw new OptionError("<code>", "expected.code");
  return `v1/urls/${code}`;
}
