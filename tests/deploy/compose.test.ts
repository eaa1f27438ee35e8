import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify, parseEnv } from "node:util";
import { commands } from "@narrows/cli/src/commands/index.ts";
import { cliConfig } from "@narrows/cli/src/config.ts";
import { createProgram } from "@narrows/cli/src/program.ts";
import { sayIn } from "@narrows/cli/src/texts/say.ts";
import { postgresConnections } from "@narrows/links/postgres";
import { readServerConfig, serverConfigTable } from "@narrows/server/config";
import { Ajv2019 } from "ajv/dist/2019.js";
import { describe, expect, it } from "vitest";
import { nginxProgram, prepareNginx } from "../edge/run-nginx.ts";
import { findFreePort } from "../program/free-port.ts";
import { rootPath } from "../program/narrows-path.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { readComposeFile, type ComposeService } from "./compose-file.ts";
import { makeComposedSite } from "./composed-site.ts";
import { environmentOf, parseDockerfile, valuesOf } from "./dockerfile.ts";

const run = promisify(execFile);
const deploy = join(rootPath, "deploy");
const example = parseEnv(readFileSync(join(deploy, "compose/settings.env.example"), "utf8")) as Record<string, string>;
const file = readComposeFile(example);
const services = Object.entries(file.services);
const nodes = services.filter(([name]) => /^narrows-\d$/.test(name)).map(([, service]) => service);
const image = parseDockerfile(readFileSync(join(deploy, "docker/Dockerfile"), "utf8")).at(-1) ?? [];

describe("deploy/compose.yaml", () => {
  it("is what the schema of Compose takes", async () => {
    const path = join(import.meta.dirname, "fixtures/compose-spec.schema.json");
    // Names of parts, in the words of an older draft, which nothing refers to.
    const schema: unknown = JSON.parse((await readFile(path, "utf8")).replaceAll(/"(?:\$schema|id)": "[^"]*",/g, ""));
    const formats = {
      duration: /^(?:\d+(?:us|ms|s|m|h))+$/,
      ports: /^[\d.:-]+$/,
      subnet_ip_address: /^[\d./]+$/,
      expose: /^\d+$/,
    };
    const ajv = new Ajv2019({ strict: false, formats });
    const isCompose = ajv.compile(schema as object);
    // The schema is of 2021, a year before files had names.
    const { name, ...rest } = file;
    isCompose(rest);
    expect([isCompose.errors, name]).toEqual([null, "narrows"]);
    expect(isCompose({ services: { a: { image: "a", comand: [] } } })).toBe(false);
    expect(isCompose({ services: { a: { image: "a", healthcheck: { interval: "soon" } } } })).toBe(false);
  });

  it("asks for the host where settings.env lacks it", () => {
    expect(() => readComposeFile({})).toThrow("NARROWS_HOST");
  });

  it("gives the two nodes the same settings, all of which the service takes, and names of their own", async () => {
    const known = serverConfigTable.map(({ name }) => name as string);
    const settings = nodes.map(({ environment = {} }) => texts(environment));
    expect(settings).toHaveLength(2);
    expect(settings.flatMap((environment) => Object.keys(environment).filter((name) => !known.includes(name)))).toEqual(
      [],
    );
    const [first = {}, second = {}] = settings;
    expect({ ...first, NODE_NAME: "" }).toEqual({ ...second, NODE_NAME: "" });
    expect(first["NODE_NAME"]).not.toBe(second["NODE_NAME"]);
    const secrets = await madeSecrets();
    const config = readServerConfig({ ...environmentOf(image), ...secrets["narrows.env"], ...first });
    expect(config).toMatchObject({ edgeMaxAgeMs: 300_000, workers: 1 });
    expect(config.baseUrl?.host).toBe(example["NARROWS_HOST"]);
  });

  it("gives nodes more time to stop and more files than they take", () => {
    const { stopDeadlineMs, maxConnections } = readServerConfig({});
    for (const { stop_grace_period: grace = "", ulimits } of nodes) {
      expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(stopDeadlineMs + 1_000);
      expect(ulimits?.nofile).toBeGreaterThan(maxConnections);
    }
  });

  it("gives PostgreSQL the connections of as many workers as settings.env says, also while nodes are reloaded", async () => {
    const text = await readFile(join(deploy, "compose/settings.env.example"), "utf8");
    const says =
      /up to (\d+) connections[^]*and (\d+) for clicks, with CLICKS=outbox (\d+)[^]*gives (\d+)[^]*enough for (\d+),[^]*for (\d+)\./;
    const [links = 0, clicks, clicksInOutbox, given = 0, workers, workersOfOutbox] =
      says.exec(text)?.slice(1).map(Number) ?? [];
    const command = file.services["postgres"]?.command ?? [];
    expect(command).toContain(`max_connections=${given}`);
    // All of them, since changes go over Redis here.
    expect(links).toBe(postgresConnections);
    const forOthers = 3 + 5;
    for (const [count = 0, ofClicks = 0] of [
      [workers, clicks],
      [workersOfOutbox, clicksInOutbox],
    ]) {
      const most = Math.floor((given - forOthers) / (nodes.length * (links + ofClicks))) - 1;
      expect(count).toBe(most);
    }
  });

  it("gives everything a health check, and waits for the health of what is needed", () => {
    const own = services.filter(([, { image: name, healthcheck }]) => name !== "narrows" && healthcheck === undefined);
    expect(own).toEqual([]);
    expect(valuesOf(image, "HEALTHCHECK")).toHaveLength(1);
    for (const node of nodes) {
      const healthy = { condition: "service_healthy" };
      expect(node.depends_on).toEqual({ postgres: healthy, redis: healthy });
    }
  });

  it("publishes the edge's port alone, on this machine, and lets nobody else near the stores", () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([["edge", ["127.0.0.1:8080:80"]]]);
    expect(file.networks["inside"]?.internal).toBe(true);
    for (const name of ["postgres", "redis"]) expect(file.services[name]?.networks).toEqual(["inside"]);
  });

  it("mounts what is there: files of the repository, volumes, secrets that the script makes", async () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(":")[0] ?? ""));
    const paths = mounts.filter((source) => source.startsWith("."));
    const builds = services.flatMap(([, { build }]) =>
      build === undefined ? [] : [join(build.context, build.dockerfile)],
    );
    expect(mounts.length).toBeGreaterThan(5);
    expect([...paths, ...builds].filter((path) => !existsSync(join(deploy, path)))).toEqual([]);
    const named = mounts.filter((source) => !source.startsWith("."));
    expect(new Set(named)).toEqual(new Set(Object.keys(file.volumes)));

    const used = services.flatMap(([, { secrets = [] }]) => secrets.map(sourceOf));
    expect(new Set(used)).toEqual(new Set(Object.keys(file.secrets)));
    const made = Object.keys(await madeSecrets());
    for (const [name, { file: path }] of Object.entries(file.secrets)) {
      expect([path, made]).toEqual([`./compose/secrets/${name}`, expect.arrayContaining([name])]);
    }
  });

  it("lets git keep neither secrets nor settings", async () => {
    const paths = ["deploy/compose/secrets/narrows.env", "deploy/compose/settings.env"];
    const { stdout } = await run("git", ["check-ignore", ...paths], { cwd: rootPath });
    expect(stdout.trim().split("\n")).toEqual(paths);
  });

  it("gives each program what it reads", () => {
    const known = new Set(["NARROWS_HOST", ...cliConfig.map(({ name }) => name as string)]);
    const agent = file.services["edge-agent"] ?? {};
    const edge = file.services["edge"] ?? {};
    const names = [...Object.keys(agent.environment ?? {}), ...Object.keys(edge.environment ?? {})];
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(agent.network_mode).toBe("service:edge");
    const target = agent.secrets?.map((secret) => (typeof secret === "string" ? secret : secret.target));
    expect(valuesOf(image, "ENTRYPOINT")[0]).toContain(`/run/secrets/${target?.[0]}`);
    return createProgram({ commands, say: sayIn("en"), run: async () => {} }).parseAsync(agent.command ?? [], {
      from: "user",
    });
  });

  it("has a click writer for who asks for one, which finds the outbox and is asked where it answers", async () => {
    const writer = file.services["click-writer"] ?? {};
    const { environment = {}, healthcheck } = writer;
    expect(writer.command).toEqual(["click-writer"]);
    const secrets = await madeSecrets();
    const config = readServerConfig({
      ...environmentOf(image),
      ...secrets["narrows.env"],
      ...texts({ ...environment, CLICKS: "outbox" }),
    });
    expect(config).toMatchObject({ clicks: "outbox", clickWriterHost: "0.0.0.0" });
    expect(JSON.stringify(healthcheck)).toContain(`:${config.clickWriterPort}/healthz`);
  });

  it("keeps the edge's list where the agent writes and nginx looks", () => {
    const folder = (name: string) =>
      file.services[name]?.volumes?.find((volume) => volume.startsWith("edge-list:"))?.split(":")[1];
    expect(readFileSync(join(deploy, "edge/nginx/narrows-edge.conf"), "utf8")).toContain(`${folder("edge")}/heard/`);
    expect(file.services["edge-agent"]?.command).toContain(folder("edge-agent"));
    expect(folder("edge")).toBe(folder("edge-agent"));
  });
});

describe.skipIf(nginxProgram() === undefined)("the edge of deploy/compose.yaml", () => {
  it("is the file of deploy/edge with both nodes, their purges and the host, which nginx understands", async () => {
    await using folder = await makeTempFolder();
    const { edge = {} } = readComposeFile({ ...example, NARROWS_HOST: "go.example" }).services;
    const site = await makeComposedSite(edge, folder.path);
    const addresses = nodes.map(({ networks }) => addressOf(networks));
    expect(new Set(addresses).size).toBe(2);
    for (const address of addresses) {
      expect(site).toContain(`server ${address}:${environmentOf(image)["PORT"]};`);
      expect(site).toContain(`allow ${address};`);
    }
    expect(site).toContain("server_name go.example;");
    expect(site).not.toMatch(/^\s*(?:server|allow) 127/m);
    const [trusted] = nodes.map(({ environment }) => `${environment?.["TRUSTED_PROXIES"]}`.split(", "));
    expect(trusted).toEqual([addressOf(file.services["edge"]?.networks), "172.30.87.1"]);

    // A port and a folder that nginx may have here.
    const here = site
      .replaceAll("listen 80", `listen 127.0.0.1:${await findFreePort()}`)
      .replace("/var/cache/nginx", folder.path);
    await run(nginxProgram() ?? "", ["-t", ...(await prepareNginx(folder.path, here))]);
  });
});

describe("deploy/compose/make-secrets.sh", () => {
  it("makes secrets that the service takes, for their owner alone, and leaves those that are there", async () => {
    await using folder = await makeTempFolder();
    const made = await madeSecrets(folder.path);
    const config = readServerConfig(made["narrows.env"] ?? {});
    const password = await readFile(join(folder.path, "postgres-password"), "utf8");
    expect(config.databaseUrl?.password).toBe(password);
    expect(config.databaseUrl?.username).toBe(file.services["postgres"]?.environment?.["POSTGRES_USER"]);
    expect(config.databaseUrl?.pathname).toBe(`/${file.services["postgres"]?.environment?.["POSTGRES_DB"]}`);
    expect(config.databaseUrl?.hostname).toBe("postgres");
    expect(config.adminKey).not.toBe(config.codeSecret);
    for (const name of Object.keys(made)) {
      const { mode, uid } = await stat(join(folder.path, name));
      expect(mode & 0o077).toBe(0);
      const owner = Number(valuesOf(image, "USER")[0]?.split(":")[0]);
      const isOurs = name === "postgres-password" || process.getuid?.() !== 0;
      expect(uid).toBe(isOurs ? process.getuid?.() : owner);
    }
    expect(await madeSecrets(folder.path)).toEqual(made);
  });
});

/** What the script makes, by file name, read as files of NAME=value. */
async function madeSecrets(path?: string): Promise<Readonly<Record<string, NodeJS.Dict<string>>>> {
  await using folder = await makeTempFolder();
  const target = path ?? folder.path;
  await run("sh", [join(deploy, "compose/make-secrets.sh"), target]);
  const names = await readdir(target);
  const read = names.map(async (name) => [name, parseEnv(await readFile(join(target, name), "utf8"))] as const);
  return Object.fromEntries(await Promise.all(read));
}

function addressOf(networks: ComposeService["networks"]): string | undefined {
  return networks === undefined || Array.isArray(networks)
    ? undefined
    : (networks as Record<string, { ipv4_address?: string }>)["front"]?.ipv4_address;
}

function texts(environment: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, `${value}`]));
}

function sourceOf(secret: string | { readonly source: string }): string {
  return typeof secret === "string" ? secret : secret.source;
}
