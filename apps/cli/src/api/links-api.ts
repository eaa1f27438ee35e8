import type { Context } from "../cli-command.ts";
import { ask, type Question } from "./ask.ts";
import { parseBulk, type RowOutcome } from "./bulk-answer.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { readConnection } from "./connection.ts";
import { parseLink, parsePage, type LinkAnswer, type PageAnswer } from "./link-answer.ts";
import { optionName, optionNameOf } from "./option-name.ts";

/** Which link. `domain` undefined: the service's own. */
export type LinkName = {
  readonly code: string;
  readonly domain: string | undefined;
  /** A short URL was given, and the domain is its host. */
  readonly isUrl: boolean;
};

/** Many links at once, as JSON already, and what the user calls a field of them. */
export type Bulk = Required<Pick<Question, "nameOf">> & { readonly body: string; readonly idempotencyKey: string };

/** The link service's API, as far as the command line uses it. Values that are undefined are left out. */
export interface LinksApi {
  create(link: object, idempotencyKey: string | undefined): Promise<LinkAnswer>;
  createMany(bulk: Bulk): Promise<readonly RowOutcome[]>;
  get(name: LinkName): Promise<LinkAnswer>;
  edit(name: LinkName, changes: object): Promise<LinkAnswer>;
  delete(name: LinkName): Promise<void>;
  quarantine(name: LinkName, reason: string): Promise<LinkAnswer>;
  release(name: LinkName): Promise<LinkAnswer>;
  list(query: Readonly<Record<string, string | undefined>>): Promise<PageAnswer>;
}

/** Finds the service and the key. Nothing is sent before a method is called. */
export async function openLinksApi(options: ConnectionOptions, context: Context): Promise<LinksApi> {
  const connection = await readConnection(options, context.config(), context.language);
  const send = (question: Question): Promise<unknown> =>
    ask(connection, { nameOf: optionName, ...question }, context.signal);
  const sendForLink = async (question: Question): Promise<LinkAnswer> => parseLink(await send(question), connection);
  return {
    create: (link, idempotencyKey) =>
      sendForLink({ method: "POST", path: "v1/urls", body: JSON.stringify(link), idempotencyKey }),
    createMany: async (bulk) => parseBulk(await send({ method: "POST", path: "v1/urls/bulk", ...bulk }), connection),
    get: async (name) => sendForLink({ method: "GET", ...placeOf(name) }),
    edit: async (name, changes) => sendForLink({ method: "PATCH", ...placeOf(name), body: JSON.stringify(changes) }),
    async delete(name) {
      await send({ method: "DELETE", ...placeOf(name) });
    },
    quarantine: async (name, reason) =>
      sendForLink({ method: "POST", ...placeOf(name, "/quarantine"), body: JSON.stringify({ reason }) }),
    release: async (name) => sendForLink({ method: "DELETE", ...placeOf(name, "/quarantine") }),
    list: async (query) => parsePage(await send({ method: "GET", path: "v1/urls", query }), connection),
  };
}

function placeOf({ code, domain, isUrl }: LinkName, below = ""): Pick<Question, "path" | "query" | "nameOf"> {
  return { path: `v1/urls/${code}${below}`, query: { domain }, nameOf: optionNameOf({ isUrl }) };
}
