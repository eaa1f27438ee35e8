import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { makeCertificate, opensslProgram } from "../program/certificate.ts";
import { eventually } from "../program/deadline.ts";
import { findFreePort } from "../program/free-port.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startRedisCluster, type RedisCluster } from "../services/redis-cluster.ts";
import { redisProgram } from "../services/redis-server.ts";

/** A Cluster whose nodes announce their name, for which they have a certificate, and want a password. */
async function startSecureCluster(folder: string) {
  const [certificate, key] = await makeCertificate(folder, "localhost");
  const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate];
  const named = ["--cluster-announce-hostname", "localhost", "--cluster-preferred-endpoint-type", "hostname"];
  const ports: number[] = [];
  const cluster = await startRedisCluster(async () => {
    const port = await findFreePort();
    ports.push(port);
    return ["--tls-port", String(port), "--tls-cluster", "yes", "--tls-auth-clients", "no", ...files, ...named];
  });
  await requirePassword(cluster, "pass@word,");
  return { ports, certificate, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() };
}

async function requirePassword({ nodes }: RedisCluster, password: string): Promise<void> {
  for (const { port } of nodes) {
    const client = new Redis(port, "127.0.0.1");
    await client.config("SET", "requirepass", password);
    client.disconnect();
  }
}

async function until(program: Program, name: string): Promise<void> {
  await eventually(60_000, name, async () => ((await readMetric(program, name)) === 1 ? true : undefined));
}

const isServiceMissing = redisProgram() === undefined || opensslProgram() === undefined;

describe.skipIf(isServiceMissing)("a Cluster of Redis behind TLS and a password", () => {
  it("is used, all its nodes with what is written once, where its certificate is known", async () => {
    await using folder = await makeTempFolder();
    await using cluster = await startSecureCluster(folder.path);
    const hosts = cluster.ports.map((port) => `localhost:${port}`);
    const env = { REDIS_URL: `rediss://default:pass%40word%2C@${hosts.join(",")}` };
    await using stranger = await startProgram({ env });
    await using program = await startProgram({ env: { ...env, NODE_EXTRA_CA_CERTS: cluster.certificate } });
    await until(program, "narrows_shared_cache_trusted");
    await until(program, "narrows_change_bus_up");
    await eventually(60_000, "A word on the certificate", async () =>
      /self-signed certificate/.test(stranger.output()) ? true : undefined,
    );
    expect(await readMetric(stranger, "narrows_shared_cache_trusted")).toBe(0);
  });
});
