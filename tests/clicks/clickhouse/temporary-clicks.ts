import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { openClickHouseClicks, type ClickHouseOptions } from "@narrows/clicks/clickhouse";
import type { OpenClicks } from "@narrows/clicks/testing";
import { newDatabaseName, type ClickHouseServer } from "../../services/clickhouse-server.ts";

/** A click store in a database of its own, in a server that others use, too. */
export type TemporaryClicks = OpenClicks & {
  readonly options: ClickHouseOptions;
  /** Asks ClickHouse itself. */
  ask<Row>(query: string): Promise<readonly Row[]>;
  run(query: string): Promise<void>;
};

export async function openTemporaryClicks(server: ClickHouseServer): Promise<TemporaryClicks> {
  const database = newDatabaseName();
  const options = { url: server.url, database };
  const clicks = await openClickHouseClicks(options);
  const log = { level: ClickHouseLogLevel.OFF };
  const client = createClient({ ...options, log, clickhouse_settings: { output_format_json_quote_64bit_integers: 0 } });
  return {
    clicks,
    options,
    openAgain: () => openClickHouseClicks(options),
    ask: async <Row>(query: string) => (await client.query({ query, format: "JSONEachRow" })).json<Row>(),
    run: async (query) => void (await client.command({ query })),
    async remove() {
      await clicks.close();
      await client.command({ query: `DROP DATABASE ${database}` });
      await client.close();
    },
  };
}
