import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mountRefusal } from "../http/mount-routes.ts";
import { askedLanguage, languageCookie, readerLanguage } from "../reader-language.ts";
import type { Site } from "../site.ts";
import { createAssetFiles, type AssetFiles } from "./asset-files.ts";
import type { OpenApi } from "./docs/open-api.ts";
import { entityTag, sendTagged } from "./entity-tag.ts";
import { fileHeaders, pageHeaders } from "./page-headers.ts";
import type { PageView } from "./page.ts";
import { codeOfQrFile, createQrCodes } from "./qr-code.ts";

export type PagesOptions = {
  readonly site: Pick<Site, "origin" | "namedDomain">;
  /** The version of the program. */
  readonly version: string;
  /** Reads the description of the API; called when the documentation is first asked for. */
  readonly openApi: () => OpenApi | Promise<OpenApi>;
  /** True: whoever makes this request may create links without a key. */
  readonly anonymousCreate: (request: FastifyRequest) => boolean;
};

type QrRequest = { Params: { readonly file: string }; Querystring: { readonly domain?: unknown } };

const addresses = {
  home: "/",
  docs: "/~/docs",
  asset: "/~/assets/:version/:file",
  favicon: "/favicon.ico",
  qrCode: "/~/qr/:file",
} as const;

const immutable = "public, max-age=31536000, immutable";

/**
 * Serves what people look at: the start page, the documentation, and the files and QR codes in them.
 *
 * Files are read, pages written and their modules loaded when first asked for. None of it can hide a short link: "~"
 * and "." cannot be in a code.
 */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const assets = createAssetFiles();
  registerHome(app, options, assets);
  registerDocs(app, options, assets);
  registerAssets(app, assets);
  registerQrCodes(app, options.site);
  for (const url of Object.values(addresses)) mountRefusal(app, url, ["GET", "HEAD"]);
}

function registerHome(
  app: FastifyInstance,
  { site, version, anonymousCreate }: PagesOptions,
  assets: AssetFiles,
): void {
  const written = createPageCache();
  app.get(addresses.home, async (request, reply) => {
    const { homePage } = await import("./home/home-page.ts");
    const view = {
      ...viewFor(request, assets, version),
      baseUrl: site.origin(""),
      isAnonymousAllowed: anonymousCreate(request),
    };
    const key = `${view.language} ${view.isLanguageAsked} ${view.isAnonymousAllowed}`;
    return sendPage(request, reply, view, await written(key, () => homePage(view)));
  });
}

function registerDocs(app: FastifyInstance, { site, version, openApi }: PagesOptions, assets: AssetFiles): void {
  const written = createPageCache();
  app.get(addresses.docs, async (request, reply) => {
    const { docsPage } = await import("./docs/docs-page.ts");
    const view = { ...viewFor(request, assets, version), baseUrl: site.origin("") };
    const key = `${view.language} ${view.isLanguageAsked}`;
    return sendPage(request, reply, view, await written(key, async () => docsPage(view, await openApi())));
  });
}

function registerAssets(app: FastifyInstance, assets: AssetFiles): void {
  app.get<{ Params: { readonly version: string; readonly file: string } }>(addresses.asset, (request, reply) => {
    // A page of another release, met while nodes are being replaced, gets today's file but must not keep it.
    const isCurrent = request.params.version === assets.version();
    return sendFile(request, reply, assets.find(request.params.file), isCurrent ? immutable : "no-cache");
  });
  app.get(addresses.favicon, (request, reply) => {
    return sendFile(request, reply, assets.find("favicon.ico"), "public, max-age=86400");
  });
}

/** `?domain=` as in the API: the host name that the link lives on. Whether there is such a link is not looked up. */
function registerQrCodes(app: FastifyInstance, site: PagesOptions["site"]): void {
  const qrCode = createQrCodes();
  app.get<QrRequest>(addresses.qrCode, async (request, reply) => {
    const code = codeOfQrFile(request.params.file);
    const asked = request.query.domain;
    const domain = typeof asked === "string" ? site.namedDomain(asked) : "";
    if (code === undefined || domain === undefined) return notFound(reply);
    const body = await qrCode(`${site.origin(domain)}/${code}`);
    reply.headers(fileHeaders).header("cache-control", "public, max-age=86400").type("image/svg+xml");
    return sendTagged(request, reply, entityTag(body), body);
  });
}

function viewFor(request: FastifyRequest, assets: AssetFiles, version: string): PageView {
  const isLanguageAsked = askedLanguage(request) !== undefined;
  return { language: readerLanguage(request), isLanguageAsked, assets, version };
}

type WrittenPage = { readonly body: string; readonly tag: string };

/** Writes each page once. The keys are made of a few choices, so this stays small. */
function createPageCache(): (key: string, write: () => string | Promise<string>) => Promise<WrittenPage> {
  const pages = new Map<string, WrittenPage>();
  return async (key, write) => {
    const known = pages.get(key);
    if (known !== undefined) return known;
    const body = await write();
    const page = { body, tag: entityTag(body) };
    pages.set(key, page);
    return page;
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, view: PageView, page: WrittenPage): FastifyReply {
  reply.headers(pageHeaders).header("content-language", view.language);
  if (view.isLanguageAsked) reply.header("set-cookie", languageCookie(view.language));
  return sendTagged(request, reply, page.tag, page.body);
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReturnType<AssetFiles["find"]>,
  cacheControl: string,
): FastifyReply {
  if (file === undefined) return notFound(reply);
  reply.headers(fileHeaders).header("cache-control", cacheControl).type(file.mediaType);
  return sendTagged(request, reply, file.tag, file.body);
}

/** Leaves the answer to the service, which knows one form for all that is not there. */
function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
