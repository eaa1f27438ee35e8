import type { RequestListener, Server } from "node:http";
import { createLinks, createMemoryCache, createResolver, type Resolver } from "@narrows/links";
import { createMetrics, type Logger, type Metrics } from "@narrows/service";
import type { FastifyInstance } from "fastify";
import packageJson from "../package.json" with { type: "json" };
import { createApp } from "./app.ts";
import { createAccessControl } from "./auth/access-control.ts";
import { createCodes } from "./codes.ts";
import type { ServerConfig } from "./config.ts";
import { openDestinations } from "./destinations.ts";
import { createFaultLog } from "./fault-log.ts";
import { createLinkJson } from "./link-json.ts";
import { createListener } from "./listener.ts";
import { registerCacheMetrics } from "./metrics/cache-metrics.ts";
import { createServiceMetrics } from "./metrics/service-metrics.ts";
import { createOpenApiDocument } from "./openapi-document.ts";
import { registerPages } from "./pages/pages.ts";
import type { Drivers } from "./presets/drivers.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import { redirectAnswer, type RedirectAnswer } from "./redirect-answer.ts";
import { createRedirect } from "./redirect.ts";
import { createRequestIds } from "./request-ids.ts";
import { routes } from "./routes/index.ts";
import type { Secrets } from "./secrets.ts";
import type { Site } from "./site.ts";

export type AssembleOptions = {
  readonly config: ServerConfig;
  readonly secrets: Secrets;
  readonly drivers: Drivers;
  readonly site: Site;
  readonly server: Server;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** The service, put together but not yet answering. */
export type Assembly = {
  readonly app: FastifyInstance;
  readonly listener: RequestListener;
  readonly readiness: Readiness;
};

/**
 * Puts the service together out of its parts.
 *
 * @throws {ConfigError} When something that the configuration names cannot be used.
 */
export async function assemble(options: AssembleOptions): Promise<Assembly> {
  const { config, drivers, site, log, now, monotonicMs } = options;
  const metrics = createMetrics();
  const events = createServiceMetrics(metrics, routePatterns, monotonicMs);
  const onFault = createFaultLog(log, monotonicMs);
  const readiness = createReadiness({ pingStore: () => drivers.links.ping(), deadlineMs: pingDeadlineMs });
  const resolver = createCachedResolver(options, metrics);
  const { gate, mayCreateAnonymously } = createAccessControl(config, options.secrets, site, {
    keys: drivers.keys,
    now,
  });
  const renderLink = createLinkJson(site, now);
  const links = createLinks({
    store: drivers.links,
    codes: createCodes(config.codeStrategy, options.secrets.codeSecret, drivers.links),
    destinations: await openDestinations(config, site),
    domains: { default: site.defaultHost, others: site.otherHosts },
    render: renderLink,
    now,
    onChange: (key) => resolver.drop(key),
    onCollision: events.onCollision,
  });
  const openApi = createOpenApiDocument(site);
  const app = createApp({
    server: options.server,
    gate,
    service: {
      links,
      site,
      renderLink,
      readiness,
      openApi,
      renderMetrics: () => metrics.render(),
      onReplay: events.onReplay,
    },
    onFault: (error, requestId) => onFault(error, { requestId }),
    onAnswer(record) {
      events.onApiAnswer(record);
      log.info(record, "request");
    },
    makeRequestId: createRequestIds(),
    registerPages: (fastify) =>
      registerPages(fastify, {
        site,
        version: packageJson.version,
        openApi,
        anonymousCreate: ({ headers }) => mayCreateAnonymously(headers),
      }),
  });
  const redirect = createRedirect({ resolver, now, onFault });
  drivers.registerMetrics(metrics);
  return {
    app,
    listener: createListener({
      site,
      redirect,
      app: (request, response) => app.routing(request, response),
      ownPaths,
      readiness,
      onRedirect: events.onRedirect,
      onMisdirected: events.onMisdirected,
      monotonicMs,
    }),
    readiness,
  };
}

/** A store that does not answer within this time is of no use to a redirect either. */
const pingDeadlineMs = 1_000;

/** Codes that no link has are remembered too, in a place of their own. */
const maxUnknownCodes = 10_000;

const routePatterns = routes.map((route) => route.url);
const ownPaths: ReadonlySet<string> = new Set(routePatterns);

function createCachedResolver(options: AssembleOptions, metrics: Metrics): Resolver<RedirectAnswer> {
  const { config, drivers, monotonicMs } = options;
  const cache = createMemoryCache<RedirectAnswer>({ maxBytes: config.cacheSizeBytes, maxUnknown: maxUnknownCodes });
  const resolver = createResolver({
    store: drivers.links,
    cache,
    prepare: redirectAnswer,
    maxAgeMs: config.cacheMaxAgeMs,
    deafLimitMs: config.deafLimitMs,
    monotonicMs,
  });
  registerCacheMetrics(metrics, resolver, cache);
  return resolver;
}
