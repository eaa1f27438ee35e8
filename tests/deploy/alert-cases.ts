/** A state of the service as Prometheus sees it, a value a minute, and the alerts that it must raise: these and no others. */
export type AlertCase = {
  readonly name: string;
  /** In promtool's notation: `0+60x30` is 0, 60, 120, … for 30 minutes. */
  readonly series: Readonly<Record<string, string>>;
  readonly at: string;
  /** How often the rules are evaluated. Default: every 30 seconds. */
  readonly every?: string;
  readonly firing: readonly string[];
};

const of = (metric: string, labels = ""): string =>
  `${metric}{job="narrows",instance="a:8787"${labels === "" ? "" : `,${labels}`}}`;

/** A histogram of 60 durations a minute, all of them between the two bounds. */
const durations = (metric: string, below: string, upTo: string): Readonly<Record<string, string>> => ({
  [of(`${metric}_bucket`, `le="${below}"`)]: "0x60",
  [of(`${metric}_bucket`, `le="${upTo}"`)]: "0+60x60",
  [of(`${metric}_bucket`, `le="+Inf"`)]: "0+60x60",
});

const redirects = (status: string): string => of("narrows_redirects_total", `status="${status}"`);

const one = (name: string, metric: string, values: string, labels = ""): AlertCase => ({
  name: `${metric} ${values}`,
  series: { [of(metric, labels)]: values },
  at: "50m",
  firing: [name],
});

const healthy: Readonly<Record<string, string>> = {
  [of("up")]: "1x60",
  [redirects("302")]: "0+60000x60",
  // The budget is a thousandth.
  [redirects("503")]: "0+30x60",
  [redirects("404")]: "0+9000x60",
  ...durations("narrows_redirect_duration_seconds", "0.005", "0.01"),
  ...durations("narrows_postgres_lookup_seconds", "0.005", "0.01"),
  ...durations("narrows_change_hold_seconds", "0.01", "0.025"),
  [of("narrows_cache_lookups_total", 'result="hit"')]: "0+50000x60",
  [of("narrows_cache_lookups_total", 'result="deaf"')]: "0x60",
  [of("narrows_shared_cache_lookups_total", 'result="hit"')]: "0+1000x60",
  [of("narrows_shared_cache_lookups_total", 'result="failed"')]: "0+5x60",
  [of("narrows_shared_cache_trusted")]: "1x60",
  [of("narrows_change_feed_silence_seconds")]: "0.25x60",
  [of("narrows_changes_told_total", 'result="heard"')]: "0+60x60",
  [of("narrows_changes_told_total", 'result="unheard"')]: "3x60",
  [of("narrows_change_bus_up")]: "1x60",
  [of("narrows_postgres_breaker_open")]: "0x60",
  [of("narrows_policies_reloads_total", 'outcome="taken"')]: "0+1x60",
  [of("narrows_clicks_dropped_total", 'reason="buffer-full"')]: "7x60",
  [of("narrows_clicks_logged_total")]: "0+600x60",
  [of("narrows_clicks_stored_total")]: "0+600x60",
  [of("narrows_clicks_oldest_age_seconds")]: "0.5x60",
  [of("narrows_clicks_as_of_age_seconds")]: "0x20 600x20 12x20",
  [of("narrows_clicks_outbox_records")]: "20000x60",
  [of("narrows_clicks_spool_records")]: "0x20 5000x3 0x37",
  [of("narrows_clicks_gaps_total")]: "1x60",
  [of("narrows_clicks_spool_broken_total")]: "0x60",
  [of("narrows_clicks_dead_total")]: "2x60",
  [of("narrows_code_lease_held")]: "1x60",
  [of("narrows_code_lease_seconds")]: "25x60",
  [of("narrows_code_lease_epochs_left")]: "8000x60",
  [of("narrows_code_lease_events_total", 'event="acquired"')]: "1x60",
  [of("narrows_code_timestamps_end_seconds")]: "2000000000x60",
  [of("narrows_safety_lag_seconds")]: "20x60",
  [of("narrows_safety_walking")]: "1x60",
  [of("narrows_reports_open")]: "3x60",
  [of("narrows_archive_lag_seconds")]: "3600x60",
  [of("narrows_archive_failed_rounds_total")]: "0+1x2 2x57",
  [of("narrows_api_requests_total", 'route="/v1/denylist",status="200"')]: "0+240x60",
  [of("narrows_edge_purges_total", 'outcome="sent"')]: "0+60x60",
};

/** What a node on one SQLite file shows, without bus, Redis, leases and edges. */
const alone: Readonly<Record<string, string>> = {
  [of("up")]: "1x60",
  [redirects("302")]: "0+60x60",
  [of("narrows_shared_cache_trusted")]: "0x60",
  [of("narrows_change_bus_up")]: "0x60",
  [of("narrows_safety_walking")]: "0x60",
  [of("narrows_code_lease_held")]: "0x60",
  [of("narrows_code_lease_seconds")]: "0x60",
  [of("narrows_code_lease_epochs_left")]: "0x60",
  [of("narrows_code_lease_events_total", 'event="acquired"')]: "0x60",
  [of("narrows_api_requests_total", 'route="/v1/denylist",status="200"')]: "0x60",
  [of("narrows_change_feed_silence_seconds")]: "0.25x60",
};

const held = { [of("narrows_code_lease_held")]: "1x120" };

export const alertCases: readonly AlertCase[] = [
  { name: "all is well", series: healthy, at: "50m", firing: [] },
  { name: "a service on one file is well", series: alone, at: "50m", firing: [] },
  one("NarrowsDown", "up", "0x60"),
  {
    name: "every redirect fails",
    series: { [redirects("503")]: "0+60x60" },
    at: "50m",
    firing: ["NarrowsErrorBudgetBurnsFast", "NarrowsErrorBudgetBurnsSteadily"],
  },
  {
    name: "every redirect failed, and no longer",
    series: { [redirects("503")]: "0+60x30 1800x30", [redirects("302")]: "0x30 0+60x30" },
    at: "50m",
    firing: ["NarrowsErrorBudgetBurnsSteadily"],
  },
  {
    name: "one redirect in five hundred fails for days",
    series: { [redirects("302")]: "0+499x5000", [redirects("503")]: "0+1x5000" },
    at: "80h",
    every: "5m",
    firing: ["NarrowsErrorBudgetBurnsSlowly"],
  },
  {
    name: "redirects are slow",
    series: durations("narrows_redirect_duration_seconds", "0.02", "0.05"),
    at: "50m",
    firing: ["NarrowsRedirectSlow"],
  },
  {
    name: "lookups are slow",
    series: durations("narrows_postgres_lookup_seconds", "0.02", "0.05"),
    at: "50m",
    firing: ["NarrowsStoreLookupSlow"],
  },
  {
    name: "acknowledgements are slow",
    series: durations("narrows_change_hold_seconds", "0.1", "0.25"),
    at: "50m",
    firing: ["NarrowsChangesSlow"],
  },
  {
    name: "Redis is late",
    series: {
      [of("narrows_shared_cache_lookups_total", 'result="failed"')]: "0+60x60",
      [of("narrows_shared_cache_lookups_total", 'result="hit"')]: "0+600x60",
    },
    at: "50m",
    firing: ["NarrowsSharedCacheFails"],
  },
  one("NarrowsSharedCacheUntrusted", "narrows_shared_cache_trusted", "1x30 0x30"),
  one("NarrowsServesFromMemory", "narrows_cache_lookups_total", "0+1x60", 'result="deaf"'),
  one("NarrowsNodeDeaf", "narrows_change_feed_silence_seconds", "12x60"),
  one("NarrowsNodesUnheard", "narrows_changes_told_total", "0x45 1x15", 'result="overflow"'),
  one("NarrowsBusDown", "narrows_change_bus_up", "1x30 0x30"),
  one("NarrowsDatabaseGivenUp", "narrows_postgres_breaker_open", "1x60"),
  one("NarrowsReplicaGivenUp", "narrows_postgres_replica_breaker_open", "1x60"),
  one("NarrowsDatabaseHangs", "narrows_postgres_hung_queries_total", "0x45 1x15", 'purpose="changes"'),
  {
    name: "PostgreSQL has more creates than it can do",
    series: {
      [of("narrows_postgres_refused_creates_total")]: "0+1x60",
      [of("narrows_postgres_refused_lookups_total")]: "0x60",
      [of("narrows_postgres_refused_changes_total")]: "0x60",
    },
    at: "50m",
    firing: ["NarrowsRefusesWork"],
  },
  one("NarrowsRefusesWork", "narrows_postgres_refused_queries_total", "0+1x60", 'purpose="keys"'),
  one("NarrowsRefusesWork", "narrows_sqlite_refused_writes_total", "0+1x60"),
  one("NarrowsPoliciesRefused", "narrows_policies_reloads_total", "0x45 1x15", 'outcome="refused"'),
  one("NarrowsLogLinesDropped", "narrows_dropped_log_lines_total", "0+1x60"),
  one("NarrowsClicksDropped", "narrows_clicks_dropped_total", "0x45 1x15", 'reason="log-failed"'),
  one("NarrowsClicksCountedLate", "narrows_clicks_oldest_age_seconds", "0+60x60"),
  one("NarrowsClicksAsOfStandsStill", "narrows_clicks_as_of_age_seconds", "0+60x60"),
  {
    name: "whoever counts is behind, which is told of in another way",
    series: {
      [of("narrows_clicks_as_of_age_seconds")]: "0+60x60",
      [of("narrows_clicks_oldest_age_seconds")]: "0+60x60",
    },
    at: "50m",
    firing: ["NarrowsClicksCountedLate"],
  },
  one("NarrowsClicksNotCounted", "narrows_clicks_logged_total", "0+600x60"),
  one("NarrowsClickBacklogNearLimit", "narrows_clicks_outbox_records", "0+20000x60"),
  one("NarrowsClicksSpooled", "narrows_clicks_spool_records", "0x30 5x30"),
  {
    name: "narrows_clicks_gaps_total 0x45 1x15",
    series: { [of("narrows_clicks_gaps_total")]: "0x45 1x15", [of("narrows_clicks_spool_broken_total")]: "0x60" },
    at: "50m",
    firing: ["NarrowsClickLogDamaged"],
  },
  one("NarrowsClicksDead", "narrows_clicks_dead_total", "0x45 3x15"),
  one("NarrowsWorkersDie", "narrows_worker_deaths_total", "0+1x60"),
  {
    name: "the lease is lost",
    series: {
      [of("narrows_code_lease_held")]: "0x60",
      [of("narrows_code_lease_events_total", 'event="acquired"')]: "1x60",
    },
    at: "50m",
    firing: ["NarrowsCodeLeaseLost"],
  },
  {
    name: "the lease is not renewed",
    series: { ...held, [of("narrows_code_lease_seconds")]: "3x60" },
    at: "50m",
    firing: ["NarrowsCodeLeaseNearEnd"],
  },
  {
    name: "leases of the slot run out",
    series: { ...held, [of("narrows_code_lease_epochs_left")]: "700x120" },
    at: "100m",
    firing: ["NarrowsCodeEpochsNearlySpent"],
  },
  one("NarrowsCodeTimestampsEnd", "narrows_code_timestamps_end_seconds", "31000000x60"),
  one("NarrowsSafetyLags", "narrows_safety_lag_seconds", "100x60"),
  one("NarrowsSafetyNobodyWalks", "narrows_safety_walking", "1x20 0x39"),
  {
    name: "another node took over the walk over the links",
    series: {
      [of("narrows_safety_walking")]: "1x20 0x39",
      'narrows_safety_walking{job="narrows",instance="b:8787"}': "0x20 1x39",
    },
    at: "50m",
    firing: [],
  },
  one("NarrowsReportsPileUp", "narrows_reports_open", "51x60"),
  one("NarrowsArchiveLags", "narrows_archive_lag_seconds", "200000x60"),
  {
    name: "one node knows that the archive does not lag",
    series: {
      [of("narrows_archive_lag_seconds")]: "200000x60",
      'narrows_archive_lag_seconds{job="narrows",instance="b:8787"}': "10x60",
    },
    at: "50m",
    firing: [],
  },
  one("NarrowsArchiveFails", "narrows_archive_failed_rounds_total", "0+1x60"),
  one("NarrowsSafetyFails", "narrows_safety_failures_total", "0+1x60", 'check="lookup"'),
  {
    name: "the edges' agents have ended",
    series: { [of("narrows_api_requests_total", 'route="/v1/denylist",status="200"')]: "0+240x30 7200x30" },
    at: "50m",
    firing: ["NarrowsEdgeAgentsSilent"],
  },
  one("NarrowsEdgePurgesLost", "narrows_edge_purges_total", "0+1x60", 'outcome="failed"'),
];
