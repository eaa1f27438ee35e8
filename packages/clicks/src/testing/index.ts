export type { Clicks, ClickStoreDriver, OpenClicks } from "./click-store-driver.ts";
export { describeClickLog } from "./describe-click-log.ts";
export { describeClickStore } from "./describe-click-store.ts";
export { describeZoneReports, type ZoneReports } from "./describe-zone-reports.ts";
export type { ClickLogDriver, LogEnds, LogUnderTest } from "./log-driver.ts";
export { clicksOf, createLogReader, recordsOf } from "./log-reader.ts";
export { randomClicks, randomVisitor, seededRandom, type Random, type RandomClicks } from "./random-clicks.ts";
export { sampleClick, sampleClickId, sampleClicks } from "./sample-click.ts";
export { batchOf, clickId, newClick, storeAll } from "./unique-clicks.ts";
