export { describeClickLog } from "./describe-click-log.ts";
export type { ClickLogDriver, LogEnds, LogUnderTest } from "./log-driver.ts";
export { clicksOf, createLogReader, recordsOf } from "./log-reader.ts";
export { sampleClick, sampleClickId, sampleClicks } from "./sample-click.ts";
