import type { FoundInstallation, PostgresDatabase } from "@narrows/links/postgres";
import type { ServerConfig } from "../config.ts";
import { createPostgresMetrics } from "../metrics/postgres-metrics.ts";
import { openBus } from "./bus.ts";
import { databasePlace } from "./database-place.ts";
import type { Drivers, Surroundings } from "./drivers.ts";
import { noteDatabase } from "./note-database.ts";
import { databaseFault, openDatabaseServer } from "./open-database-server.ts";
import { requireSameDatabase } from "./require-same-database.ts";
import { requireFittingSecrets, requireGivenSecrets, requireSameSecrets } from "./same-secrets.ts";
import { openSharedCache } from "./shared-cache.ts";

/**
 * Many processes on many machines over one PostgreSQL, where there is one, and what lies around it.
 *
 * @throws {ConfigError} When the database cannot be used, or is another one than before.
 * @throws {StoreError} When it cannot answer at present.
 */
export async function openDistributed(
  config: ServerConfig,
  databaseUrl: URL,
  surroundings: Surroundings,
): Promise<Drivers> {
  const metrics = createPostgresMetrics(surroundings.clocks.monotonicMs);
  const database = await openDatabaseServer(databaseUrl, {
    replicaUrl: config.databaseReplicaUrl?.href,
    monotonicMs: surroundings.clocks.monotonicMs,
    watchQuery: metrics.watchQuery,
    judge: (found) => judgeFound(found, config, databaseUrl),
  });
  try {
    await requireOurs(database, config, databaseUrl, surroundings);
    // Not waited for: a replica may be away, and nothing depends on it.
    void warnOfReplica(database, config, surroundings);
    const { redisUrl } = config;
    const installation = await database.installation.id();
    const bus = await openBus({ redisUrl, postgresUrl: databaseUrl, installation }, surroundings);
    const sharedCache = await openSharedCache(redisUrl, surroundings, installation);
    return {
      links: database.links,
      keys: database.keys,
      safety: database.safety,
      reports: database.reports,
      archive: database.archive,
      leases: database.leases,
      changed: (key) => database.changed(key),
      requireSameSecrets: (secrets) => requireSameSecrets(database.installation, secrets, config),
      async onStarted() {
        if (await noteDatabase(database.installation, config.dataDir)) return;
        const context = { database: databasePlace(databaseUrl), installation };
        surroundings.log.info(context, "DATA_DIR cannot be written, so another database would not be noticed.");
      },
      ...(bus === undefined ? {} : { bus }),
      ...(sharedCache === undefined ? {} : { sharedCache }),
      registerMetrics: (registry) => metrics.register(registry, database),
      async close() {
        await bus?.close();
        await sharedCache?.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw databaseFault(error, databaseUrl);
  }
}

async function warnOfReplica(
  database: PostgresDatabase,
  { databaseReplicaUrl }: ServerConfig,
  { log }: Surroundings,
): Promise<void> {
  if (databaseReplicaUrl === undefined || !(await database.isReplicaMistaken())) return;
  const context = { option: "DATABASE_REPLICA_URL", replica: databasePlace(databaseReplicaUrl) };
  log.warn(context, "DATABASE_REPLICA_URL names a server that is no replica, so it is not asked. Is it the primary?");
}

/** Before the schema is brought up to date, so that a start that is refused leaves the database as it was. */
async function judgeFound(found: FoundInstallation, config: ServerConfig, databaseUrl: URL): Promise<void> {
  await requireSameDatabase(found, config.dataDir, `The database ${databasePlace(databaseUrl)}`);
  await requireFittingSecrets(found, config);
}

/** Again, for other nodes may have started meanwhile. */
async function requireOurs(
  { installation }: PostgresDatabase,
  config: ServerConfig,
  databaseUrl: URL,
  { log }: Surroundings,
): Promise<void> {
  const where = databasePlace(databaseUrl);
  await requireSameDatabase(installation, config.dataDir, `The database ${where}`);
  await requireGivenSecrets(installation, config);
  const context = { database: where, installation: await installation.id() };
  if (!(await installation.hasLinks())) log.warn(context, "The database holds no link. Is its name right?");
}
