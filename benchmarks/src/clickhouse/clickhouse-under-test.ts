import { clickhouseService } from "../../../tests/services/clickhouse-program.ts";
import { startClickHouse, type ClickHouseServer } from "../../../tests/services/clickhouse-server.ts";
import type { Participant } from "../benchmark.ts";

const bringWithinMs = 180_000;

/** What a benchmark that needs ClickHouse says of it. */
export const clickhouseServer: Participant = {
  name: "clickhouse",
  description: "ClickHouse's engine (chdb) behind its HTTP interface in one process, or the server of CLICKHOUSE_URL",
  version: async () => {
    await using server = await startBrought();
    return (await askClickHouse(server.url, "SELECT version()")).trim();
  },
  missing: async () => {
    const state = await clickhouseService.bring(bringWithinMs);
    return state.kind === "skipped" ? "chdb is not installed" : undefined;
  },
};

/** @param underFor A command that the engine is started under, by the folder of its data, such as one that gives it a small disk. */
export async function startBrought(underFor?: (dataFolder: string) => readonly string[]): Promise<ClickHouseServer> {
  const state = await clickhouseService.bring(bringWithinMs);
  if (state.kind === "skipped") throw new Error(state.reason);
  return startClickHouse(state.address, underFor);
}

/** Carries out a statement. @returns What it gave, as tab-separated text. */
export async function askClickHouse(url: string, statement: string, database?: string): Promise<string> {
  const address = new URL(url);
  if (database !== undefined) address.searchParams.set("database", database);
  const answer = await fetch(address, { method: "POST", body: statement });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}
