import type { Answer, HttpClient } from "./http-client.ts";

/** What a created link looks like to its owner, as far as tests look at it. */
export type CreatedLink = { readonly shortCode: string; readonly shortUrl: string; readonly longUrl: string };

type Authorization = Readonly<Record<string, string>>;

/** Speaks the API of the link service on behalf of one key. */
export interface LinksApi {
  create(body: unknown, headers?: Authorization): Promise<Answer>;
  /** @throws {Error} When the answer is not 201. */
  mustCreate(body: unknown, headers?: Authorization): Promise<CreatedLink>;
  bulk(rows: readonly unknown[], headers?: Authorization): Promise<Answer>;
  get(code: string): Promise<Answer>;
  delete(code: string): Promise<Answer>;
  edit(code: string, body: unknown): Promise<Answer>;
  quarantine(code: string, reason: string): Promise<Answer>;
  follow(code: string): Promise<Answer>;
  /** Every link of every page. */
  listAll(): Promise<readonly CreatedLink[]>;
}

/** Binds the API's calls to a client and a key; without `authorization` the calls are anonymous. */
export function linksApi(http: HttpClient, authorization: Authorization = {}): LinksApi {
  const withKey = (headers: Authorization = {}): Authorization => ({ ...authorization, ...headers });
  const create: LinksApi["create"] = (body, headers) =>
    http.ask("POST", "/v1/urls", { headers: withKey(headers), body });
  return {
    create,
    async mustCreate(body, headers) {
      const answer = await create(body, headers);
      if (answer.status !== 201) throw new Error(`Create answered ${answer.status}: ${answer.body}`);
      return answer.json() as CreatedLink;
    },
    bulk: (links, headers) => http.ask("POST", "/v1/urls/bulk", { headers: withKey(headers), body: { links } }),
    get: (code) => http.ask("GET", `/v1/urls/${code}`, { headers: withKey() }),
    delete: (code) => http.ask("DELETE", `/v1/urls/${code}`, { headers: withKey() }),
    edit: (code, body) => http.ask("PATCH", `/v1/urls/${code}`, { headers: withKey(), body }),
    quarantine: (code, reason) =>
      http.ask("POST", `/v1/urls/${code}/quarantine`, { headers: withKey(), body: { reason } }),
    follow: (code) => http.ask("GET", `/${code}`),
    listAll: () => listAll(http, withKey()),
  };
}

async function listAll(http: HttpClient, headers: Authorization): Promise<readonly CreatedLink[]> {
  const links: CreatedLink[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await http.ask("GET", `/v1/urls?limit=1000${from}`, { headers });
    if (answer.status !== 200) throw new Error(`List answered ${answer.status}: ${answer.body}`);
    const page = answer.json() as { links: readonly CreatedLink[]; cursor: string | null };
    links.push(...page.links);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return links;
}
