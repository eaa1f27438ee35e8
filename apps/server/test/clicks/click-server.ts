import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createClickReports, type Click, type ClickCounts, type ClickReportsOptions } from "@narrows/clicks";
import { createExactCounts } from "@narrows/clicks/testing";
import { LinkError, type Link, type Links, type Requester } from "@narrows/links";
import { onTestFinished } from "vitest";
import { createApp } from "../../src/app.ts";
import { createHttpServer, drain } from "../../src/http/http-server.ts";
import { createLinkJson } from "../../src/link-json.ts";
import { ApiError } from "../../src/problems/index.ts";
import type { Service } from "../../src/routes/route.ts";
import { createSite } from "../../src/site.ts";

/** 2026-11-30, half past three in the afternoon in Seoul. */
export const testNow = Date.parse("2026-11-30T06:30:00Z");

/** Each owner's key is the owner's id. `admin` is the administrator's, `mute` is one without the scope. */
export type TestLink = {
  readonly code: string;
  readonly ownerId: string;
  readonly gone?: "LINK_DELETED" | "LINK_FORGOTTEN";
};

export type ClickServerOptions = {
  readonly links: readonly TestLink[];
  readonly clicks?: readonly Click[];
  /** Instead of the clicks. Null: clicks are off. */
  readonly counts?: ClickCounts | null;
  readonly reports?: Partial<ClickReportsOptions>;
  /** How long an answer may lie unread. */
  readonly unreadMs?: number;
};

export type ClickServer = {
  readonly url: string;
  readonly get: (path: string, init?: ClickRequest) => Promise<Response>;
  readonly reports: Service["clicks"];
  /** Everything that was our own fault. */
  readonly faults: readonly unknown[];
};

type ClickRequest = {
  readonly key?: string;
  readonly method?: string;
  readonly headers?: object;
  readonly signal?: AbortSignal;
};

/** The routes of the API over links and clicks in memory, on a free port, until the test is over. */
export async function openClickServer(options: ClickServerOptions): Promise<ClickServer> {
  const server = createHttpServer({
    maxConnections: 50,
    onCut: () => undefined,
    ...(options.unreadMs === undefined ? {} : { unreadMs: options.unreadMs }),
  });
  const faults: unknown[] = [];
  const reports = openReports(options);
  const app = createApp({
    server,
    gate: { admit: async ({ headers }) => accessOf(headers.authorization) },
    service: serviceOf(options.links, reports),
    limitOf: () => ({ charge: () => undefined, chargeRows: async () => undefined }),
    onFault: (error) => faults.push(error),
    onAnswer: () => undefined,
    registerPages: () => undefined,
    makeRequestId: () => "id",
  });
  await app.ready();
  server.on("request", (request, response) => app.routing(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    reports?.drain();
    await drain(server, 1_000, 0);
    await app.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, { key = "admin", headers, ...init }: ClickRequest = {}) =>
    fetch(url + path, { ...init, headers: { authorization: key, ...headers } });
  return { url, get, reports, faults };
}

function openReports({ clicks = [], counts, reports }: ClickServerOptions): Service["clicks"] {
  if (counts === null) return undefined;
  const now = (): number => testNow;
  return createClickReports({ counts: counts ?? createExactCounts({ clicks, asOf: now }), now, ...reports });
}

function accessOf(key: string | undefined) {
  if (key === "mute") throw new ApiError("SCOPE_MISSING");
  const isAdmin = key === "admin";
  const requester: Requester = { id: `${key}`, ownerId: `${key}`, isAdmin, domain: null };
  return { requester, scopes: ["stats:read", "links:read"] as const, keyId: key };
}

function serviceOf(links: readonly TestLink[], clicks: Service["clicks"]): Service {
  const site = createSite({ baseUrl: new URL("https://sho.rt"), domains: [], port: 0 });
  const service: Partial<Service> = {
    links: linksOf(links),
    site,
    renderLink: createLinkJson(site, () => testNow),
    readiness: { isDraining: false, drain: () => undefined, check: async () => ({ isReady: true, checks: {} }) },
    clicks,
  };
  // The routes under test use nothing else.
  return service as Service;
}

function linksOf(links: readonly TestLink[]): Links {
  const maySee = ({ ownerId }: TestLink, { isAdmin, ...requester }: Requester) =>
    isAdmin || ownerId === requester.ownerId;
  const found: Partial<Links> = {
    async get({ code }, requester) {
      const link = links.find((one) => one.code === code);
      if (link === undefined || !maySee(link, requester)) throw new LinkError("LINK_NOT_FOUND");
      if (link.gone !== undefined) throw new LinkError(link.gone);
      return linkOf(link);
    },
    async list({ limit = 50, cursor = "0" }, requester) {
      const own = links.filter((link) => link.gone === undefined && maySee(link, requester));
      const end = Number(cursor) + limit;
      return { links: own.slice(Number(cursor), end).map(linkOf), cursor: end < own.length ? String(end) : undefined };
    },
  };
  return found as Links;
}

function linkOf({ code, ownerId }: TestLink): Link {
  const link: Link = {
    domain: "",
    code,
    ownerId,
    kind: "alias",
    destination: "https://example.com/",
    redirectStatus: 302,
    enabled: true,
    expiresAt: null,
    createdAt: 0,
    updatedAt: 0,
    version: 3,
    deletedAt: null,
    quarantinedAt: null,
    quarantineReason: null,
    tags: [],
    note: null,
    maxClicks: null,
    clicksUsed: 0,
  };
  return link;
}
