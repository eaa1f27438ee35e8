import type { RequestListener, Server } from "node:http";
import type { ClickReports } from "@narrows/clicks";
import {
  createLinks,
  type ChangeFeed,
  type Link,
  type LinkChange,
  type Links,
  type LinksOptions,
} from "@narrows/links";
import { createMetrics, type Logger, type Metrics } from "@narrows/service";
import type { FastifyInstance } from "fastify";
import packageJson from "../package.json" with { type: "json" };
import { createApp } from "./app.ts";
import { createAccessControl, type AccessControl } from "./auth/access-control.ts";
import {
  createCachedResolver,
  maxSilenceMs,
  type CachedResolver,
  type CachedResolverOptions,
} from "./cached-resolver.ts";
import { createClassOf } from "./clicks/class-of.ts";
import type { Clicks } from "./clicks/clicks.ts";
import { createHoldCreates } from "./clicks/hold-creates.ts";
import type { Clocks } from "./clocks.ts";
import type { Place } from "./cluster/place.ts";
import type { CodeLease } from "./code-lease.ts";
import { createCodes } from "./codes.ts";
import type { ServerConfig } from "./config.ts";
import { createDestinations } from "./destinations.ts";
import { createEdgeCaching } from "./edge/edge-caching.ts";
import { createEdge, type Edge } from "./edge/edge.ts";
import { createFaultLog, type FaultLog } from "./fault-log.ts";
import type { PoliciesSource } from "./limits/policies-source.ts";
import { createServerLimits, type ServerLimits } from "./limits/server-limits.ts";
import { createLinkJson } from "./link-json.ts";
import { createListener } from "./listener.ts";
import { registerPartMetrics } from "./metrics/part-metrics.ts";
import type { ProcessCounts } from "./metrics/process-metrics.ts";
import { createRefusalMetrics } from "./metrics/refusal-metrics.ts";
import { createServiceMetrics, type ServiceMetrics } from "./metrics/service-metrics.ts";
import { createNodeSpread, type NodeSpread } from "./node-spread.ts";
import { createOpenApiDocument } from "./openapi-document.ts";
import { registerPages } from "./pages/pages.ts";
import type { Drivers } from "./presets/drivers.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import { createRedirect, type RedirectOptions } from "./redirect.ts";
import { createRequestIds } from "./request-ids.ts";
import { denylistRoute } from "./routes/get-denylist.ts";
import { routes } from "./routes/index.ts";
import { ownPaths } from "./routes/own-paths.ts";
import type { Service } from "./routes/route.ts";
import { createReports } from "./safety/reports.ts";
import { createSafety, type Safety } from "./safety/safety.ts";
import type { Secrets } from "./secrets.ts";
import { createSharedMemory, type SharedMemory } from "./shared-memory.ts";
import type { Site } from "./site.ts";
import type { StoreArchive } from "./store-archive.ts";

export type AssembleOptions = {
  readonly config: ServerConfig;
  readonly secrets: Secrets;
  readonly drivers: Drivers;
  /** Undefined where codes are made without one. */
  readonly codeLease: CodeLease | undefined;
  readonly site: Site;
  readonly policies: Pick<PoliciesSource, "current" | "reloads">;
  readonly archive: Pick<StoreArchive, "stats">;
  /** Undefined: they are not recorded. */
  readonly clicks: Clicks | undefined;
  readonly server: Server;
  readonly process: ProcessCounts;
  readonly log: Logger;
  readonly clocks: Clocks;
  /** Undefined: this process is the only one. */
  readonly place?: Place | undefined;
};

/** The service, put together but not yet answering. */
export type Assembly = {
  readonly app: FastifyInstance;
  readonly listener: RequestListener;
  readonly readiness: Readiness;
  readonly feed: ChangeFeed;
  readonly shared: Pick<SharedMemory, "start" | "stop">;
  readonly spread: Pick<NodeSpread, "start" | "stop">;
  readonly edge: Pick<Edge, "drain" | "close">;
  readonly clicks: Pick<ClickReports, "drain"> | undefined;
  readonly safety: Pick<Safety, "start" | "stop">;
  readonly metrics: Pick<Metrics, "begin" | "snapshot">;
  readonly limits: Pick<ServerLimits, "close">;
};

/** Puts the service together out of its parts. */
export function assemble(options: AssembleOptions): Assembly {
  const { config, secrets, drivers, site, log, clocks } = options;
  const metrics = createMetrics();
  const events = createServiceMetrics(metrics, routePatterns, clocks.monotonicMs);
  registerPartMetrics(metrics, options);
  const onFault = createFaultLog(log, "A request could not be answered.");
  const edge = createEdge({ config, store: drivers.links, site, metrics, clocks });
  const caching = createEdgeCaching({ maxAgeMs: config.edgeMaxAgeMs, site });
  const { resolver, onChange: onMade, ...memory } = openMemory(options, metrics, edge, caching.prepared);
  const readiness = openReadiness(options, memory.feed);
  const renderLink = createLinkJson(site, clocks.now);
  const { links, safety } = openLinks(options, metrics, { render: renderLink, onChange: onMade, events });
  const reports = createReports({ store: drivers.reports, metrics, now: clocks.now });
  const openApi = createOpenApiDocument(site);
  const { place } = options;
  const renderMetrics = place?.joinMetrics(metrics) ?? ((): ReturnType<typeof metrics.render> => metrics.render());
  const whole = place?.joinReadiness(readiness) ?? readiness;
  const { onReplay } = events;
  const access = createAccessControl(config, secrets, site, { keys: drivers.keys, now: clocks.now });
  const { trustedProxies } = access;
  const join = place?.joinLimits;
  const limits = createServerLimits({ policies: options.policies, trustedProxies, metrics, clocks, log, join });
  const clicks = options.clicks?.reports;
  const service = {
    links,
    site,
    renderLink,
    readiness: whole,
    openApi,
    renderMetrics,
    onReplay,
    edge,
    reports,
    clicks,
    holdCreates: createHoldCreates(options.clicks?.pressure),
  };
  const app = openApp(options, { service, events, onFault, access, limits });
  const listener = createListener({
    site,
    redirect: openRedirect(options, { resolver, caching, unknownCodes: limits.unknownCodes, onFault }),
    app: (request, response) => app.routing(request, response),
    ownPaths,
    readiness,
    onRedirect: events.onRedirect,
    onMisdirected: events.onMisdirected,
    onRefused: createRefusalMetrics(metrics, options.server),
    monotonicMs: clocks.monotonicMs,
  });
  return { app, listener, readiness, ...memory, edge, clicks, safety, metrics, limits };
}

function openReadiness({ drivers, codeLease, log, clocks }: AssembleOptions, feed: ChangeFeed): Readiness {
  return createReadiness({
    pingStore: () => drivers.links.ping(),
    deadlineMs: pingDeadlineMs,
    canMakeCodes: codeLease && (() => codeLease.state().kind === "held"),
    hearsChanges: () => feed.silenceMs() < maxSilenceMs,
    onStoreDown: (error) => log.error({ err: error }, "The store can be neither read nor written: not ready."),
    monotonicMs: clocks.monotonicMs,
  });
}

type RedirectParts = Pick<RedirectOptions, "resolver" | "caching" | "unknownCodes" | "onFault">;

function openRedirect(
  { drivers, clicks, clocks }: AssembleOptions,
  parts: RedirectParts,
): ReturnType<typeof createRedirect> {
  return createRedirect({
    ...parts,
    budgets: drivers.links,
    classOf: createClassOf(),
    record: clicks?.record,
    now: clocks.now,
  });
}

type Memory = CachedResolver & {
  readonly shared: SharedMemory;
  readonly spread: NodeSpread;
  readonly onChange: LinksOptions["onChange"];
};

/** Memory in front of the store, and what becomes of a change: it is forgotten here, then everywhere. */
function openMemory(
  { config, drivers, clocks, log }: AssembleOptions,
  metrics: Metrics,
  edge: Pick<Edge, "wake" | "onChange">,
  cacheControl: string,
): Memory {
  const onFault = createFaultLog(log, "Changes by other processes cannot be heard; trying again.");
  const { monotonicMs } = clocks;
  const { bus, sharedCache } = drivers;
  const shared = createSharedMemory({ shared: sharedCache, store: drivers.links, metrics, log, monotonicMs });
  const onHeard = (change: LinkChange): void => {
    shared.hear(change);
    edge.wake();
  };
  const store: CachedResolverOptions["store"] = {
    findTarget: shared.findTarget,
    lastChange: () => drivers.links.lastChange(),
    changesAfter: (position, limit) => drivers.links.changesAfter(position, limit),
  };
  const { resolver, feed } = createCachedResolver({ config, store, metrics, clocks, cacheControl, onHeard, onFault });
  const onChange = (change: LinkChange): void => {
    drivers.changed?.(change);
    onHeard(change);
    resolver.drop(change);
  };
  const spread = createNodeSpread({ bus, nodeName: config.nodeName, metrics, onChange, monotonicMs });
  return {
    resolver,
    feed,
    shared,
    spread,
    onChange(event) {
      shared.tell(event);
      resolver.drop(event.kind === "unknown" ? event.key : event.link);
      edge.onChange(event);
      return spread.tell(event);
    },
  };
}

/** A store that does not answer within this time is of no use to a redirect either. */
const pingDeadlineMs = 1_000;

const routePatterns = routes.map((route) => route.url);

type LinksParts = Pick<LinksOptions, "render" | "onChange"> & { readonly events: ServiceMetrics };

/** The rules, and the check of where links lead, which hears of what they do and quarantines by them. */
function openLinks(
  options: AssembleOptions,
  metrics: Metrics,
  { render, onChange, events }: LinksParts,
): { readonly links: Links; readonly safety: Safety } {
  const { config, drivers, site, clocks, log } = options;
  const hear: LinksOptions["onChange"] = (event) => {
    safety.onChange(event);
    return onChange(event);
  };
  const links = createServerLinks(options, render, hear, events);
  const { links: store, safety: findings } = drivers;
  const safety = createSafety({ config, links, store, safety: findings, site, metrics, clocks, log });
  return { links, safety };
}

function createServerLinks(
  { config, secrets, drivers, codeLease, site, clocks }: AssembleOptions,
  render: (link: Link) => string,
  onChange: LinksOptions["onChange"],
  { onCollision }: ServiceMetrics,
): Links {
  return createLinks({
    store: drivers.links,
    codes: createCodes({
      name: config.codeStrategy,
      secret: secrets.codeSecret,
      store: drivers.links,
      lease: codeLease,
    }),
    destinations: createDestinations(config, site),
    domains: { default: site.defaultHost, others: site.otherHosts },
    render,
    now: clocks.now,
    onChange,
    onCollision,
  });
}

type AppParts = {
  readonly service: Service;
  readonly events: ServiceMetrics;
  readonly onFault: FaultLog;
  readonly access: AccessControl;
  readonly limits: ServerLimits;
};

function openApp(
  { site, server, log }: AssembleOptions,
  { service, events, onFault, access, limits }: AppParts,
): FastifyInstance {
  return createApp({
    server,
    gate: limits.guard(access.gate),
    service,
    limitOf: limits.limitOf,
    onFault: (error, requestId) => onFault(error, { requestId }),
    onAnswer(record) {
      events.onApiAnswer(record);
      // Edges poll some times in a second, each of them.
      if (record.route === denylistRoute.url && record.status === 200) log.debug(record, "request");
      else log.info(record, "request");
    },
    makeRequestId: createRequestIds(),
    registerPages: (app) =>
      registerPages(app, {
        site,
        version: packageJson.version,
        openApi: service.openApi,
        anonymousCreate: ({ headers }) => access.mayCreateAnonymously(headers),
      }),
  });
}
