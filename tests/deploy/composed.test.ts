import { spawn } from "node:child_process";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { exchange } from "../edge/edge-server.ts";
import { nginxProgram, runNginx } from "../edge/run-nginx.ts";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { openHttpClient } from "../program/http-client.ts";
import { linksApi } from "../program/links-api.ts";
import { childEnvironment, narrowsPath, rootPath } from "../program/narrows-path.ts";
import { adminKey, startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { runNarrows } from "../program/run-narrows.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { endChild, isRunning, keepTrackOf } from "../services/child-processes.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { redisProgram, startRedis } from "../services/redis-server.ts";
import { readComposeFile, type ComposeFile } from "./compose-file.ts";
import { makeComposedSite } from "./composed-site.ts";

const isMissing = [nginxProgram(), postgresProgram(), redisProgram()].includes(undefined);

describe.skipIf(isMissing)("the services of deploy/compose.yaml, without Docker", () => {
  it("are one service: a link goes round by the edge's copy, and a stop reaches the copy", async () => {
    const settings = parseEnv(await readFile(join(rootPath, "deploy/compose/settings.env.example"), "utf8"));
    // A name that this machine finds, as the network of Docker finds the alias.
    const file = readComposeFile({ ...(settings as Record<string, string>), NARROWS_HOST: "localhost" });
    await using database = await startPostgres();
    await using cache = await startRedis();
    const edgePort = await findFreePort();
    const stores = { DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${cache.port}` };
    await using one = await startNode(file, "narrows-1", edgePort, stores);
    await using two = await startNode(file, "narrows-2", edgePort, stores);
    await using folder = await makeTempFolder();
    await chmod(folder.path, 0o755);
    const agentPort = await findFreePort();
    await using edge = await startEdge({ file, folder: folder.path, edgePort, agentPort, nodes: [one, two] });

    const made = await runNarrows(["keys", "create", "--name", "edge", "--scopes", "edge:read"], { env: stores });
    const key = /nrw_\w+/.exec(made.stdout)?.[0] ?? "";
    await using agent = startAgent(file, { folder: folder.path, agentPort, edgePort, key });

    const http = openHttpClient(`http://localhost:${edge.port}`);
    const links = linksApi(http, { authorization: `Bearer ${adminKey}` });
    const { shortCode, shortUrl } = await links.mustCreate({ longUrl: "https://example.com/a?b=%7E" });
    expect(shortUrl).toBe(`https://localhost/${shortCode}`);
    await eventually(60_000, "The use of a copy", async () => {
      await links.follow(shortCode);
      const before = await redirectsOf([one, two]);
      const { status } = await links.follow(shortCode);
      return status === 302 && (await redirectsOf([one, two])) === before ? true : undefined;
    });

    // A busy machine may keep a node from saying at once that it follows.
    const { shortCode: told } = await links.mustCreate({ longUrl: "https://example.com/told" });
    await eventually(60_000, "That the nodes hear each other", async () =>
      (await links.edit(told, { note: "again" })).headers["narrows-unheard"] === undefined ? true : undefined,
    );
    expect((await links.delete(shortCode)).status).toBe(204);
    await eventually(60_000, "The end of the copy", async () =>
      (await links.follow(shortCode)).status === 410 ? true : undefined,
    );
    await eventually(60_000, "A purge", async () => {
      const sent = await Promise.all(
        [one, two].map((node) => readMetric(node, "narrows_edge_purges_total", { outcome: "sent" })),
      );
      return sent.some((count) => count > 0) ? true : undefined;
    });
    expect(agent.isRunning()).toBe(true);
    http.close();
  });
});

type Stores = Readonly<Record<"DATABASE_URL" | "REDIS_URL", string>>;

/** With the settings of its container, but for addresses. */
async function startNode(file: ComposeFile, name: string, edgePort: number, stores: Stores): Promise<Program> {
  const settings = Object.entries(file.services[name]?.environment ?? {}).map(([key, value]) => [key, `${value}`]);
  const env: Record<string, string> = {
    ...(Object.fromEntries(settings) as Record<string, string>),
    ...stores,
    CODE_SECRET: "one-secret-of-both-nodes",
    PORT: `${await findFreePort()}`,
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const purges = exchange(env["EDGE_PURGE_URLS"] ?? "", [["http://localhost/", `http://localhost:${edgePort}/`]]);
  return startProgram({ env: { ...env, EDGE_PURGE_URLS: purges } });
}

type EdgeAt = {
  readonly file: ComposeFile;
  readonly folder: string;
  readonly edgePort: number;
  readonly agentPort: number;
  readonly nodes: readonly [Program, Program];
};

async function startEdge({ file, folder, edgePort, agentPort, nodes: [one, two] }: EdgeAt) {
  const site = exchange(await makeComposedSite(file.services["edge"] ?? {}, folder), [
    ["listen 80", `listen 127.0.0.1:${edgePort}`],
    ["172.30.87.11:8787", `127.0.0.1:${one.port}`],
    ["172.30.87.12:8787", `127.0.0.1:${two.port}`],
    ["allow 172.30.87.11", "allow 127.0.0.1"],
    ["127.0.0.1:8790", `127.0.0.1:${agentPort}`],
    ["/var/cache/nginx", join(folder, "cache")],
    ["/run/narrows-edge", join(folder, "list")],
  ]);
  await mkdir(join(folder, "cache"), { mode: 0o777 });
  return runNginx(folder, site, edgePort);
}

type AgentAt = {
  readonly folder: string;
  readonly agentPort: number;
  readonly edgePort: number;
  readonly key: string;
};

/** With the command and the settings of its container: it comes to the nodes through the edge. */
function startAgent(
  file: ComposeFile,
  { folder, agentPort, edgePort, key }: AgentAt,
): AsyncDisposable & { isRunning(): boolean } {
  const { command = [], environment = {} } = file.services["edge-agent"] ?? {};
  const args = command.map((word) =>
    word.replace("/run/narrows-edge", join(folder, "list")).replace("8790", `${agentPort}`),
  );
  const env = childEnvironment({ NARROWS_SERVER: `${environment["NARROWS_SERVER"]}:${edgePort}`, NARROWS_KEY: key });
  const child = keepTrackOf(spawn(process.execPath, [narrowsPath, ...args], { env, stdio: "ignore" }));
  return { isRunning: () => isRunning(child), [Symbol.asyncDispose]: () => endChild(child) };
}

async function redirectsOf(nodes: readonly Program[]): Promise<number> {
  const counts = await Promise.all(nodes.map((node) => readMetric(node, "narrows_redirects_total", { status: "302" })));
  return counts.reduce((sum, count) => sum + count, 0);
}
