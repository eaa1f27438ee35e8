import type { RequestListener, Server } from "node:http";
import { createLifecycle, type Lifecycle, type Logger, type Metrics } from "@narrows/service";
import { assemble, type Assembly } from "./assemble.ts";
import { createClicks, type Clicks } from "./clicks/clicks.ts";
import { oldSalts } from "./clicks/old-salts.ts";
import type { Clocks } from "./clocks.ts";
import type { Place } from "./cluster/place.ts";
import { openCodeLease, type CodeLease } from "./code-lease.ts";
import type { ServerConfig } from "./config.ts";
import { createCuts } from "./http/cuts.ts";
import { createHttpServer, drain, listen, serveWhenReady } from "./http/http-server.ts";
import { createPoliciesSource, type PoliciesSource } from "./limits/policies-source.ts";
import { affordableConnections, openFileLimit } from "./open-file-limit.ts";
import type { Drivers } from "./presets/drivers.ts";
import { openEmbedded } from "./presets/embedded.ts";
import { openDrivers } from "./presets/open-drivers.ts";
import { readSecrets } from "./secrets.ts";
import { createSite } from "./site.ts";
import { listenFault } from "./start-fault.ts";
import { startWarnings } from "./start-warnings.ts";
import { serviceCloseMs } from "./stop-deadlines.ts";
import { createStoreArchive, type StoreArchive } from "./store-archive.ts";
import { storePurge } from "./store-purge.ts";

/** What is known once the server answers. */
export type Listening = {
  /** Where short links begin, without a slash at the end. */
  readonly url: string;
  /** Where it listens, which is behind a proxy something else than `url`. */
  readonly host: string;
  readonly port: number;
  /** Where the administrator's key is kept; undefined when ADMIN_KEY gave it. */
  readonly adminKeyFile: string | undefined;
};

export type ServerOptions = {
  readonly config: ServerConfig;
  readonly log: Logger;
  /** How many lines of the log were lost. Default: none ever is. */
  readonly droppedLogLines?: () => number;
  readonly clocks: Clocks;
  readonly onListening: (listening: Listening) => void;
  /** Given what this process counts, right before it listens. */
  readonly onMetrics?: (metrics: Pick<Metrics, "snapshot">) => void;
  /** Undefined: this process is the only one. */
  readonly place?: Place;
};

/** How often what is over is removed. */
const purgeIntervalMs = 60_000;

/** How often expired links are looked for, unless the retention is shorter. */
const archiveIntervalMs = 60_000;

/**
 * Orders start and stop. What is only read comes first, then the port: a service that is started twice by mistake must
 * not bring the database up to date under the one that runs. Then the database, and whoever uses it.
 */
export function createServerLifecycle(options: ServerOptions): Lifecycle {
  const { config, log, clocks, place } = options;
  const { promise: opened, resolve } = Promise.withResolvers<Drivers>();
  const entrance = createEntrance(config, place);
  const policies = createPoliciesSource({ path: config.policiesFile, log });
  const archive = createStoreArchive({
    archive: opened.then((open) => open.archive),
    retentionMs: config.retentionMs,
    keptMonths: config.archiveMonths,
    now: clocks.now,
    intervalMs: Math.min(archiveIntervalMs, config.retentionMs ?? archiveIntervalMs),
    log,
  });
  let drivers: Drivers | undefined;
  let codeLease: CodeLease | undefined;
  let service: Service | undefined;
  // The last requests have their deadline inside the stop of the part that answers them.
  const lifecycle = createLifecycle({ log, stopDeadlineMs: config.stopDeadlineMs + serviceCloseMs })
    .add(policies.part)
    .add({ name: "port", start: () => (isPortShared(place) ? undefined : entrance.open()), stop: entrance.close })
    .add({
      name: "database",
      async start() {
        const surroundings = { log, clocks };
        const openFile = () => (place?.openFile ?? openEmbedded)(config, surroundings);
        drivers = await openDrivers(config, surroundings, openFile);
        resolve(drivers);
      },
      stop: () => drivers?.close(),
    })
    .add({
      name: "code lease",
      async start() {
        codeLease = await openCodeLease({ config, leases: (await opened).leases, log, clocks });
      },
      stop: () => codeLease?.stop(),
    });
  const clicks = addClicks(lifecycle, options);
  lifecycle.add({
    name: "http",
    async start() {
      service = await startService(options, { entrance, policies, archive, clicks, drivers: await opened, codeLease });
    },
    stop: () => service?.stop(),
  });
  const store = opened.then(({ links }) => links);
  const isPurger = place === undefined || place.number === 1;
  if (!isPurger) return lifecycle;
  return lifecycle.add(storePurge({ store, now: clocks.now, intervalMs: purgeIntervalMs, log })).add(archive.part);
}

function addClicks(lifecycle: Lifecycle, { config, log, clocks, place }: ServerOptions): Clicks | undefined {
  lifecycle.add(oldSalts({ config, log, clocks }));
  if (config.clicks === "off") return undefined;
  const clicks = createClicks({ config, log, clocks, processNumber: place?.number ?? 1 });
  for (const part of clicks.parts) lifecycle.add(part);
  return clicks;
}

/** Others answer there already: a start that fails must not take connections along. */
function isPortShared(place: Place | undefined): boolean {
  return place?.port !== undefined;
}

/** Where requests come in; they wait until there is somebody who answers. */
type Entrance = {
  readonly server: Server;
  readonly cuts: ReturnType<typeof createCuts>;
  readonly open: () => Promise<void>;
  /** The port that is listened on, which is another one than PORT when that is 0. */
  readonly port: () => number;
  readonly answerBy: (listener: RequestListener) => void;
  /** Cuts whoever is still there. */
  readonly close: () => void;
};

function createEntrance(config: ServerConfig, place: Place | undefined): Entrance {
  const cuts = createCuts();
  const server = createHttpServer({ maxConnections: config.maxConnections, onCut: cuts.onCut });
  const { promise: ready, resolve } = Promise.withResolvers<RequestListener>();
  let port = place?.port ?? config.port;
  return {
    server,
    cuts,
    async open() {
      server.maxConnections = affordableConnections(config.maxConnections, await openFileLimit());
      serveWhenReady(server, ready, cuts.onCut);
      port = await listenOrSay(server, config);
      place?.onPort(port);
    },
    port: () => port,
    answerBy: resolve,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Service = { readonly stop: () => Promise<void> };

type ServiceParts = {
  readonly entrance: Entrance;
  readonly policies: PoliciesSource;
  readonly archive: StoreArchive;
  readonly clicks: Clicks | undefined;
  readonly drivers: Drivers;
  readonly codeLease: CodeLease | undefined;
};

async function startService(options: ServerOptions, parts: ServiceParts): Promise<Service> {
  const { config, log, droppedLogLines = () => 0, clocks, onListening, place } = options;
  const { entrance, policies, archive, clicks, drivers, codeLease } = parts;
  const { server, cuts } = entrance;
  const secrets = await readSecrets(config);
  await drivers.requireSameSecrets?.(secrets);
  // The port is part of every short URL when a free one is taken.
  const site = createSite({ baseUrl: config.baseUrl, domains: config.domains ?? [], port: entrance.port() });
  const process = { droppedLogLines, cutConnections: cuts.read };
  const assembly = assemble({
    config,
    secrets,
    drivers,
    codeLease,
    site,
    policies,
    archive,
    clicks,
    server,
    process,
    log,
    clocks,
    place,
  });
  assembly.shared.start();
  await Promise.all([assembly.app.ready(), assembly.feed.start(), assembly.spread.start()]);
  entrance.answerBy(assembly.listener);
  assembly.safety.start();
  const stop = (): Promise<void> => stopService(server, assembly, config.stopDeadlineMs, place);
  if (isPortShared(place)) await orStop(entrance.open(), stop);
  await orStop(drivers.onStarted?.(), stop);
  const url = site.origin("");
  options.onMetrics?.(assembly.metrics);
  onListening({ url, host: config.host, port: entrance.port(), adminKeyFile: secrets.adminKeyFile });
  if (place === undefined) {
    for (const { option, message } of await startWarnings(config, url)) log.warn({ option }, message);
  }
  const metricsTimer = beginMetricsLater(assembly, log);
  return {
    stop() {
      clearTimeout(metricsTimer);
      return stop();
    },
  };
}

/** What has begun already must not go on with a database that is closed. */
async function orStop(opening: Promise<void> | undefined, stop: () => Promise<void>): Promise<void> {
  try {
    await opening;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The library takes 30 ms to load, which neither the start nor the first request should pay. */
const metricsDelayMs = 1_000;

function beginMetricsLater({ metrics }: Assembly, log: Logger): NodeJS.Timeout {
  const begin = (): Promise<void> =>
    metrics.begin().catch((error: unknown) => log.error({ err: error }, "The metrics could not begin."));
  return setTimeout(() => void begin(), metricsDelayMs).unref();
}

async function listenOrSay(server: Server, { host, port }: ServerConfig): Promise<number> {
  try {
    return await listen(server, host, port);
  } catch (error) {
    throw listenFault(error, { host, port, options: { host: "HOST", port: "PORT" } });
  }
}

/** What of the deadline kept connections are left alone where nothing waits for the end of this process. */
const quietShare = 0.8;

async function stopService(
  server: Server,
  { app, readiness, feed, shared, spread, edge, clicks, safety, limits }: Assembly,
  deadlineMs: number,
  place: Place | undefined,
): Promise<void> {
  readiness.drain();
  edge.drain();
  clicks?.drain();
  await (place?.isReplaced() === true ? drain(server, deadlineMs, deadlineMs * quietShare) : drain(server, deadlineMs));
  await safety.stop();
  // Until here others waited for what this node says, for it still answered. Edges may be told meanwhile.
  await Promise.all([hangUp({ spread, shared, feed }), edge.close()]);
  await app.close();
  await limits.close();
}

async function hangUp({ spread, shared, feed }: Pick<Assembly, "spread" | "shared" | "feed">): Promise<void> {
  await spread.stop();
  await shared.stop();
  await feed.stop();
}
