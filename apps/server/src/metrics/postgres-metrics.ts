import type { PostgresDatabase, PostgresStats } from "@narrows/links/postgres";
import { createHistogram, type Metrics } from "@narrows/service";
import { registerRows, registrarOf, type MetricRow } from "./metric-rows.ts";

const prefix = "narrows_postgres_";

type ReplicaStats = NonNullable<PostgresStats["replica"]>;

const rows: readonly MetricRow<PostgresStats>[] = [
  ["counter", "lookups_total", "Links looked up at the primary for redirects.", ({ lookups }) => lookups.lookups],
  ["counter", "lookup_queries_total", "Queries; lookups divided by these share one.", ({ lookups }) => lookups.queries],
  ["gauge", "queued_lookups", "Lookups that wait for a query to end.", ({ lookups }) => lookups.waiting],
  ["counter", "refused_lookups_total", "Lookups refused because too many waited.", ({ lookups }) => lookups.overloaded],
  ["counter", "creates_total", "Creates that were carried out.", ({ creates }) => creates.commands],
  [
    "counter",
    "create_commits_total",
    "Transactions; creates divided by these share one.",
    ({ creates }) => creates.groups,
  ],
  ["gauge", "queued_creates", "Creates that wait for a transaction to end.", ({ creates }) => creates.queued],
  ["counter", "refused_creates_total", "Creates refused because too many waited.", ({ creates }) => creates.overloaded],
  ["gauge", "queued_changes", "Changes that wait for others of their link.", ({ changes }) => changes.queued],
  [
    "counter",
    "refused_changes_total",
    "Changes refused because too many of their link waited, or they for too long.",
    ({ changes }) => changes.overloaded,
  ],
  ["counter", "budget_clicks_total", "Clicks of links with maxClicks that were judged.", ({ clicks }) => clicks.clicks],
  [
    "counter",
    "spend_commits_total",
    "Statements; clicks divided by these share one.",
    ({ clicks }) => clicks.statements,
  ],
  ["gauge", "queued_clicks", "Clicks that wait for a statement to end.", ({ clicks }) => clicks.waiting],
  ["counter", "refused_clicks_total", "Clicks refused because too many waited.", ({ clicks }) => clicks.overloaded],
  ["counter", "breaker_opened_total", "Times that the primary was given up.", ({ primary }) => primary.breaker.opened],
  ["counter", "breaker_refused_total", "Questions refused meanwhile.", ({ primary }) => primary.breaker.refused],
];

const replicaRows: readonly MetricRow<ReplicaStats>[] = [
  ["counter", "replica_lookups_total", "Links looked up at the replica.", ({ lookups }) => lookups.lookups],
  ["counter", "replica_lookup_queries_total", "Queries to the replica.", ({ lookups }) => lookups.queries],
  ["counter", "replica_behind_total", "Answers that were too old, and asked again.", ({ lookups }) => lookups.behind],
  ["counter", "replica_missing_total", "Links that the replica has not.", ({ lookups }) => lookups.missing],
  [
    "counter",
    "replica_failed_total",
    "Lookups that the replica did not answer, or not in time.",
    ({ lookups }) => lookups.failed,
  ],
];

/** What connections are for. */
const purposes = ["lookups", "reads", "creates", "changes", "clicks", "lists", "pings"] as const;

type Pools = PostgresStats["primary"]["pools"];

const poolRows: readonly MetricRow<Pools[string]>[] = [
  ["gauge", "connections", "Open connections to the primary.", (pool) => pool.connections],
  ["gauge", "queued_queries", "Questions that wait for a connection.", (pool) => pool.queued],
  ["counter", "queries_total", "Questions that were put to the primary.", (pool) => pool.jobs],
  [
    "counter",
    "refused_queries_total",
    "Questions refused because they waited for too long.",
    (pool) => pool.overloaded,
  ],
  ["counter", "hung_queries_total", "Connections destroyed because no answer came.", (pool) => pool.hung],
];

/** Up to the deadline of a list. */
const boundsMs = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

const durationHelps = {
  lookups: ["lookup", "From the query of one or more lookups to its answer."],
  creates: ["create", "From the begin of a transaction of creates to the end of its commit."],
  changes: ["change", "The same for an edit, a deletion or a quarantine."],
  clicks: ["spend", "From a statement that counts clicks of links with maxClicks to the end of its commit."],
  reads: ["read", "From another point read to its answer."],
  lists: ["list", "From a list's query to its answer."],
  "replica lookups": ["replica_lookup", "From a query to the replica to its answer."],
} as const;

/** Watches the questions to PostgreSQL, and shows how they and the driver are doing. */
export function createPostgresMetrics(monotonicMs: () => number) {
  const durations = new Map(Object.keys(durationHelps).map((purpose) => [purpose, createHistogram(boundsMs)]));
  return {
    watchQuery(purpose: string): () => void {
      const startedMs = monotonicMs();
      return () => durations.get(purpose)?.add(monotonicMs() - startedMs);
    },
    register(metrics: Metrics, database: Pick<PostgresDatabase, "stats">): void {
      registerRows(metrics, prefix, rows, () => database.stats());
      registerPools(metrics, () => database.stats().primary.pools);
      registerBreaker(metrics, "breaker_open", () => database.stats().primary);
      const replica = () => database.stats().replica;
      if (replica() !== undefined) {
        registerRows(metrics, prefix, replicaRows, replica);
        registerBreaker(metrics, "replica_breaker_open", replica);
      }
      for (const [purpose, [name, help]] of Object.entries(durationHelps)) {
        const histogram = durations.get(purpose);
        const isShown = replica() !== undefined || !purpose.startsWith("replica");
        if (histogram !== undefined && isShown) metrics.histogramFrom(`${prefix}${name}_seconds`, help, histogram);
      }
    },
  };
}

function registerPools(metrics: Metrics, pools: () => Pools): void {
  for (const [kind, name, help, read] of poolRows) {
    registrarOf(metrics, kind)(`${prefix}${name}`, help, { purpose: purposes }, () => {
      const present = pools();
      return purposes.flatMap((purpose) => {
        const pool = present[purpose];
        return pool === undefined ? [] : [{ labels: { purpose }, value: read(pool) }];
      });
    });
  }
}

/** Of several processes, one that has given the server up is worth knowing. */
function registerBreaker(
  metrics: Metrics,
  name: string,
  server: () => Pick<ReplicaStats, "breaker"> | undefined,
): void {
  const help = "1 while the server is given up because it did not answer; probes look whether it is back.";
  metrics.across("max").gaugeFrom(`${prefix}${name}`, help, {}, () => (server()?.breaker.isOpen === true ? 1 : 0));
}
