import type { ClickLog, ClickSource } from "../../src/click-log.ts";
import type { ClickStore } from "../../src/click-store.ts";
import { withFault, type FaultPlan } from "../../src/testing/fault-plan.ts";

export const faultyLog = (log: ClickLog, plan: FaultPlan): ClickLog => ({
  ...log,
  append: (clicks) => withFault(plan, "LOG_UNAVAILABLE", () => log.append(clicks)),
});

export const faultySource = (source: ClickSource, plan: FaultPlan): ClickSource => ({
  ...source,
  read: (read) => withFault(plan, "LOG_UNAVAILABLE", () => source.read(read)),
  release: (partition, position) => withFault(plan, "LOG_UNAVAILABLE", () => source.release(partition, position)),
});

export const faultyStore = (store: ClickStore, plan: FaultPlan): ClickStore => ({
  ...store,
  position: (partition) => withFault(plan, "STORE_UNAVAILABLE", () => store.position(partition)),
  store: (batch) => withFault(plan, "STORE_UNAVAILABLE", () => store.store(batch)),
});
