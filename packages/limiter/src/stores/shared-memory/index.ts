export { createSharedMemory, type SharedMemoryOptions } from "./create-shared-memory.ts";
export type { SharedMemory } from "./layout.ts";
export { sharedMemoryStore, type SharedMemoryStoreOptions } from "./shared-memory-store.ts";
