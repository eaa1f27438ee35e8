import { diskOf, emptyDisk, fillDisk, onSmallDisk } from "../../../tests/program/small-disk.ts";
import type { ClickHouseProcess, ClickHouseServer } from "../../../tests/services/clickhouse-server.ts";
import type { BenchmarkContext } from "../benchmark.ts";
import { startBrought } from "../clickhouse/clickhouse-under-test.ts";
import { openPair, type Fault, type FaultGroup, type Pair } from "./fault.ts";
import { prepareClicking } from "./start-clicking.ts";
import { missingDisk, unsharePath } from "./unshare-path.ts";

type Servers = Pair<ClickHouseServer>;

async function startOne(
  context: BenchmarkContext,
  { url }: ClickHouseServer,
  name: string,
  stack: AsyncDisposableStack,
) {
  const settings = { CLICKS: "memory", CLICKHOUSE_URL: new URL(`/${name.replace("-", "_")}`, url).href };
  return stack.use(await (await prepareClicking(context, name, settings)).start());
}

function processOf({ process }: ClickHouseServer): ClickHouseProcess {
  if (process === undefined) throw new Error("ClickHouse is somebody else's, and is not killed.");
  return process;
}

/** A server of CLICKHOUSE_URL may be everybody's. */
const missing = async (): Promise<string | undefined> =>
  process.env["CLICKHOUSE_URL"] === undefined ? undefined : "ClickHouse is that of CLICKHOUSE_URL";

const killed: Fault<Servers> = {
  name: "ClickHouse killed",
  missing,
  prepare: async (context, { whole, faulty }, stack) => ({
    twin: await startOne(context, whole, "chkilled-twin", stack),
    server: await startOne(context, faulty, "chkilled", stack),
    begin: () => processOf(faulty).kill(),
    end: () => processOf(faulty).restart(),
  }),
};

const absent: Fault<Servers> = {
  name: "ClickHouse unreachable since the start",
  missing,
  async prepare(context, { whole, faulty }, stack) {
    const twin = await startOne(context, whole, "chabsent-twin", stack);
    await processOf(faulty).kill();
    const server = await startOne(context, faulty, "chabsent", stack);
    return { twin, server, end: () => processOf(faulty).restart() };
  },
};

const diskKiB = 128 * 1024;

const full: Fault<Servers> = {
  name: "ClickHouse's disk full",
  missing: async () => (await missing()) ?? (await missingDisk()),
  async prepare(context, { whole }, stack) {
    const unshare = (await unsharePath()) ?? "";
    const small = stack.use(await startBrought((folder) => onSmallDisk(unshare, folder, diskKiB)));
    const { pid, dataFolder } = processOf(small);
    const disk = (): string => diskOf(pid(), dataFolder);
    return {
      twin: await startOne(context, whole, "chfull-twin", stack),
      server: await startOne(context, small, "chfull", stack),
      begin: () => fillDisk(disk()),
      end: () => emptyDisk(disk()),
    };
  },
};

/** What a click store that is a server can do. */
export const clickhouseFaults: FaultGroup<Servers> = {
  name: "ClickHouse",
  faults: [killed, absent, full],
  open: (_context, stack) => openPair(stack, () => startBrought()),
};
