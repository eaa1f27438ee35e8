export { describeCodeStrategy, type CodeStrategySubject } from "./code-strategy-suite.ts";
export { describeLeaseAllocator, type LeaseAllocatorSubject, type OpenAllocator } from "./lease-allocator-suite.ts";
