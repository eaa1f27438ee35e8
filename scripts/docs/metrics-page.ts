import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readServerConfig, startServer } from "@narrows/server";
import type { MetricsSnapshot } from "@narrows/service";
import type { Page } from "./page.ts";
import { postgresMetrics } from "./postgres-metrics.ts";

/** Every metric of the link service, from a service that is started to be asked. */
export const metricsPage: Page = {
  path: "docs/reference/metrics.md",
  render: async () => renderPage(await scrape(), await scrapePostgres()),
};

/** What is shown, and how several processes show it together. */
type Scrape = { readonly text: string; readonly snapshot: MetricsSnapshot };

function renderPage(file: Scrape, postgres: Scrape): string {
  const gauges = [...file.snapshot, ...postgres.snapshot];
  return `# Metrics

Made from the sources by \`npm run docs\`; change it there.

\`GET /metrics\` shows them in Prometheus' text format to a key with \`stats:read\`; an administrator's key has that as
well. Labels take values from fixed lists; no label carries a code, a URL or an address. The metrics of the process and
of Node.js itself (\`process_…\`, \`nodejs_…\`) are there too; garbage collection is counted from a second after the start.

Make Prometheus a key of its own, \`npm run narrows -- keys create --name prometheus --scopes stats:read\`, and keep it in
a file that only Prometheus can read:

\`\`\`yaml
scrape_configs:
  - job_name: narrows
    authorization:
      credentials_file: /etc/prometheus/narrows-key
    static_configs:
      - targets: ["127.0.0.1:8787"]
\`\`\`

| Metric | Kind | Labels | Meaning |
|---|---|---|---|
${rows(file.text).join("\n")}

With \`DATABASE_URL\` there are these in place of \`narrows_sqlite_…\`, those of a replica with \`DATABASE_REPLICA_URL\` alone:

| Metric | Kind | Labels | Meaning |
|---|---|---|---|
${rows(postgres.text).join("\n")}

With \`WORKERS\` above 1 the page of any worker shows all of them. Counts are added up, and go on when a worker is replaced.
Gauges are added up as well, except some. The largest is shown of
${gaugesAcross("max", gauges)}.
The least is shown of
${gaugesAcross("min", gauges)}.
\`process_…\` and \`nodejs_…\` have a label \`process\`: \`primary\`, \`1\`, \`2\`, ….
Three more are there then:

| Metric | Kind | Labels | Meaning |
|---|---|---|---|
| \`narrows_worker_deaths_total\` | counter |  | Workers that died while they were ready, and were started again. |
| \`narrows_worker_hangs_total\` | counter |  | Workers that were ended because they did not answer any more; these are among the deaths. |
| \`narrows_workers\` | gauge | \`state\` | Processes that share the port, by state; WORKERS of them are to be ready. |
`;
}

function gaugesAcross(how: "min" | "max", snapshot: MetricsSnapshot): string {
  const names = snapshot.filter(({ name, aggregator }) => name.startsWith("narrows_") && aggregator === how);
  return names
    .map(({ name }) => `\`${name}\``)
    .toSorted()
    .join(",\n");
}

const adminKey = "nrw_only-for-this-page";

/** What a new service shows after one request to the API and one for a link. */
async function scrape(): Promise<Scrape> {
  const folder = await mkdtemp(join(tmpdir(), "narrows-docs-"));
  const environment = { DATA_DIR: folder, PORT: "0", ADMIN_KEY: adminKey, CODE_STRATEGY: "snowflake" };
  const server = await startServer(readServerConfig(environment));
  try {
    for (const path of ["/healthz", "/unknown"]) await fetch(new URL(path, server.url));
    const headers = { authorization: `Bearer ${adminKey}` };
    const text = await (await fetch(new URL("/metrics", server.url), { headers })).text();
    return { text, snapshot: await server.snapshot() };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function scrapePostgres(): Promise<Scrape> {
  const metrics = postgresMetrics();
  return { text: (await metrics.render()).body, snapshot: await metrics.snapshot() };
}

function rows(text: string): readonly string[] {
  return [...text.matchAll(/^# HELP (narrows_\w+) (.*)$/gm)]
    .map(([, name = "", help = ""]) => {
      const kind = new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(text)?.[1] ?? "";
      return `| \`${name}\` | ${kind} | ${labels(name, text)} | ${help} |`;
    })
    .toSorted();
}

function labels(name: string, text: string): string {
  const sample = new RegExp(`^${name}\\{(.*?)\\} `, "m").exec(text)?.[1] ?? "";
  return [...sample.matchAll(/(\w+)="/g)].map((match) => `\`${match[1]}\``).join(", ");
}
