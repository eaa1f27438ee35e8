import { describeZoneReports } from "../../../src/testing/index.ts";
import { sqliteClicks } from "./temporary-clicks.ts";

describeZoneReports(sqliteClicks, { clicks: 200_000, batch: 5_000, timeoutMs: 600_000 });
