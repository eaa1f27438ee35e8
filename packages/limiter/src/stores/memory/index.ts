export { memoryStore, type MemoryStore, type MemoryStoreOptions } from "./memory-store.ts";
