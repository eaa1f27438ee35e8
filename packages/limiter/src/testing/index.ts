export { compareStores, type TraceOptions } from "./compare-stores.ts";
export { describeStore } from "./describe-store.ts";
export { openReferenceStore } from "./open-reference-store.ts";
export { referenceStore } from "./reference-store.ts";
export type { OpenForTest, OpenStore } from "./store-under-test.ts";
export type { TestRunner } from "./test-runner.ts";
