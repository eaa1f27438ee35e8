import type { ClickStoreDriver } from "@narrows/clicks/testing";
import type { ClickHouseServer } from "../../services/clickhouse-server.ts";
import { openTemporaryClicks } from "./temporary-clicks.ts";

/** Each store has a database of its own on the server, which is asked for when it is needed. */
export function clickhouseDriver(server: () => ClickHouseServer): ClickStoreDriver {
  // `uniqCombined64(12)` keeps 2^7 hashes. With as many there, the next visit makes registers of them, also a known visitor's.
  return { name: "ClickHouse", exactVisitors: 127, open: () => openTemporaryClicks(server()) };
}
