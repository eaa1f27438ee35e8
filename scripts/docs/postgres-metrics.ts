import { createPostgresMetrics } from "@narrows/server/postgres-metrics";
import { createMetrics, type Metrics } from "@narrows/service";

const breaker = { isOpen: false, opened: 0, refused: 0 };
const lookups = { lookups: 0, queries: 0, waiting: 0, overloaded: 0 };
const pool = { connections: 0, queued: 0, jobs: 0, overloaded: 0, hung: 0 };

/** What a service on PostgreSQL with a replica shows more. It needs no database for that. */
export function postgresMetrics(): Pick<Metrics, "render" | "snapshot"> {
  const metrics = createMetrics();
  createPostgresMetrics(() => 0).register(metrics, {
    stats: () => ({
      lookups,
      creates: { commands: 0, groups: 0, queued: 0, overloaded: 0 },
      changes: { queued: 0, overloaded: 0 },
      clicks: { waiting: 0, statements: 0, clicks: 0, overloaded: 0 },
      primary: { breaker, pools: { lookups: pool } },
      replica: { breaker, pools: {}, lookups: { ...lookups, behind: 0, missing: 0, failed: 0 } },
    }),
  });
  return metrics;
}
