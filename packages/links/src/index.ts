export type { Archive, ArchiveOutcome, ArchiveRequest } from "./archive.ts";
export { createMemoryCache, type MemoryCache } from "./caches/memory.ts";
export { maxClicksRange, type ClickBudgets, type SpendOutcome, type SpendRequest } from "./click-budget.ts";
export { isCode } from "./code-form.ts";
export type { ChangeBus, ChangeBusStats } from "./change-bus.ts";
export { createChangeFeed, type ChangeFeed } from "./change-feed.ts";
export { createChangeSpread, type ChangeSpread, type ChangeSpreadStats } from "./change-spread.ts";
export { createLinks } from "./create-links.ts";
export type { CreateRequest, CreateResult, EditRequest } from "./create-request.ts";
export { parseBlocklist } from "./destination/blocklist.ts";
export {
  createDestinationPolicy,
  type DestinationPolicy,
  type DestinationPolicyOptions,
} from "./destination/destination-policy.ts";
export { LinkError, linkErrors, type LinkErrorCode } from "./errors.ts";
export { parseExpiry } from "./expiry.ts";
export { hashKeySecret } from "./key-hash.ts";
export { keyScopes, type ApiKey, type KeyScope, type KeyStore } from "./key-store.ts";
export {
  linkStateAt,
  linkTarget,
  type Link,
  type LinkKey,
  type LinkState,
  type LinkTarget,
  type RedirectStatus,
} from "./link.ts";
export type * from "./link-store.ts";
export type { LinkEvent, Unheard } from "./link-event.ts";
export type { ChangeResult, Domains, Links, LinksOptions, ListRequest } from "./links.ts";
export type { Requester } from "./requester.ts";
export { isReserved } from "./reserved.ts";
export { createResolver, type Found, type Resolver, type ResolverStats } from "./resolver.ts";
export type { RedisUrl } from "./redis-address.ts";
export type { SharedCache } from "./shared-cache.ts";
export { createListCheck } from "./safety/checks/list.ts";
export { createLookupService } from "./safety/checks/lookup-service.ts";
export {
  reportCategories,
  type Report,
  type ReportCategory,
  type ReportLimits,
  type ReportStore,
} from "./safety/report-store.ts";
export { SafetyCheckError, type SafetyCheck, type Verdict } from "./safety/safety-check.ts";
export { maxSafetyListBytes, parseSafetyList } from "./safety/safety-list.ts";
export type { SafetyStore } from "./safety/safety-store.ts";
export { createSafetyWorker, type SafetyWorker, type SafetyWorkerStats } from "./safety/safety-worker.ts";
export { createSharedFollower, type SharedFollower } from "./shared-follower.ts";
export { createSharedLookups, type SharedLookups } from "./shared-lookups.ts";
export type { StoreContents, StoreCounts } from "./store-contents.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
export { createTurns } from "./turns.ts";
