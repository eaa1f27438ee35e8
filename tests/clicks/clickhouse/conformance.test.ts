import { describeClickStore } from "@narrows/clicks/testing";
import { describe } from "vitest";
import { clickhouseAddress } from "../../services/clickhouse-server.ts";
import { openTemporaryClicks } from "./temporary-clicks.ts";

describe.skipIf(clickhouseAddress() === undefined)("ClickHouse", () => {
  describeClickStore({ name: "ClickHouse", open: openTemporaryClicks });
});
