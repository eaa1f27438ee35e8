import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { formatClick } from "@narrows/clicks";
import { sampleClick } from "@narrows/clicks/testing";
import { openSession, type Session } from "../../../tests/links/postgres/session.ts";
import { onSmallDisk } from "../../../tests/program/small-disk.ts";
import { makePostgresFolder } from "../../../tests/services/postgres-folder.ts";
import { postgresService } from "../../../tests/services/postgres-program.ts";
import { serve, type PostgresServer } from "../../../tests/services/postgres-server.ts";
import type { BenchmarkContext } from "../benchmark.ts";
import { codeOf } from "../link-set.ts";
import { openPair, type Fault, type FaultGroup, type Pair, type Scene } from "./fault.ts";
import { prepareClicking } from "./start-clicking.ts";
import { missingDisk, unsharePath } from "./unshare-path.ts";

type Servers = Pair<PostgresServer>;

const bringWithinMs = 60_000;
/** A disk of so little is full after some thousand clicks. */
const spoolKiB = 512;
/** What finds no room on that disk waits in memory, until there is none either and clicks are dropped. */
const smallBuffer = { CLICK_BUFFER_SIZE: "1MiB" };

/** Settings with which clicks are in a database of their own before their redirects are answered. */
async function outboxSettings({ url }: PostgresServer, name: string) {
  await using session = openSession(url);
  await session.run(`CREATE DATABASE ${name}`);
  return { CLICKS: "outbox", DATABASE_URL: databaseOf(url, name) };
}

const databaseOf = (url: string, name: string): string => new URL(`/${name}`, url).href;

/** A name that nothing else has, and what the service of the fault is started under, by its folder. */
type Preparation = {
  readonly name: string;
  readonly underFor?: (folder: string) => readonly string[];
  /** Beside those of the outbox, for both. */
  readonly more?: Readonly<Record<string, string>>;
};

async function startBoth(
  context: BenchmarkContext,
  { whole, faulty }: Servers,
  stack: AsyncDisposableStack,
  { name, underFor = () => [], more }: Preparation,
): Promise<Pick<Scene, "twin" | "server">> {
  const start = async (server: PostgresServer, folder: string, under: readonly string[]) =>
    stack.use(
      await (
        await prepareClicking(context, folder, { ...(await outboxSettings(server, name)), ...more }, under)
      ).start(),
    );
  return {
    twin: await start(whole, `${name}-twin`, []),
    server: await start(faulty, name, underFor(join(context.folder, name))),
  };
}

const held: Fault<Servers> = {
  name: "a transaction in the outbox held open",
  async prepare(context, servers, stack) {
    const both = await startBoth(context, servers, stack, { name: "held" });
    const holder: Session = stack.use(openSession(databaseOf(servers.faulty.url, "held")));
    return {
      ...both,
      made: 1,
      async begin() {
        await holder.run("BEGIN");
        await holder.run(insertion());
      },
      end: async () => void (await holder.run("COMMIT")),
    };
  },
};

/** A click of the measured link, whose row has its id long before it is committed. */
function insertion(): string {
  const record = formatClick(sampleClick(1, { domain: "", code: codeOf(0), at: Date.now() }));
  return `INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body) VALUES (0, 1, 0, '${record}')`;
}

const down: Fault<Servers> = {
  name: "PostgreSQL down, clicks in the spool",
  async prepare(context, servers, stack) {
    return { ...(await startBoth(context, servers, stack, { name: "down" })), ...killing(servers) };
  },
};

const full: Fault<Servers> = {
  name: "PostgreSQL down and the spool's disk full",
  missing: missingDisk,
  async prepare(context, servers, stack) {
    const unshare = (await unsharePath()) ?? "";
    const onSmall = (folder: string): readonly string[] => {
      const spool = join(folder, "clicks", "spool");
      mkdirSync(spool, { recursive: true });
      return onSmallDisk(unshare, spool, spoolKiB);
    };
    return {
      ...(await startBoth(context, servers, stack, { name: "filled", underFor: onSmall, more: smallBuffer })),
      ...killing(servers),
    };
  },
};

function killing({ faulty }: Servers): Pick<Scene, "begin" | "end"> {
  return { begin: () => faulty.kill(), end: () => faulty.restart() };
}

/** What PostgreSQL can do to the outbox. */
export const outboxFaults: FaultGroup<Servers> = {
  name: "the outbox",
  faults: [held, down, full],
  mostWaitMs: 250,
  killed: {
    name: "CLICKS=outbox",
    prepare: async ({ whole }) => ({ settings: await outboxSettings(whole, "killed") }),
  },
  async open(_context, stack) {
    const state = await postgresService.bring(bringWithinMs);
    if (state.kind === "skipped") throw new Error(state.reason);
    stack.defer(async () => state.stop?.());
    return openPair(stack, async () => serve(state.address, await makePostgresFolder(state.address), {}));
  },
};
