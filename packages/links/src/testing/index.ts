export { describeKeyStore } from "./describe-key-store.ts";
export { describeReportStore } from "./describe-report-store.ts";
export { describeSafetyCheck, type SafetyCheckDriver } from "./describe-safety-check.ts";
export { describeSafetyStore } from "./describe-safety-store.ts";
export { describeLinkStore } from "./describe-link-store.ts";
export { anyone, createCommand, sampleLink, sampleRecord } from "./sample-link.ts";
export type { OpenStores, StoreDriver, Stores } from "./store-driver.ts";
export { describeChangeBus, type ChangeBusDriver } from "./describe-change-bus.ts";
export { describeSharedCache, type SharedCacheDriver } from "./describe-shared-cache.ts";
