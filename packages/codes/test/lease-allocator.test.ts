import { describeLeaseAllocator } from "../src/testing/index.ts";
import { createMemoryAllocator } from "./memory-allocator.ts";

/** The one that other tests rely on. */
describeLeaseAllocator({
  name: "of these tests",
  async open() {
    const allocator = createMemoryAllocator(() => Date.now());
    const close = async (): Promise<void> => {};
    return { allocator, openAgain: async () => ({ allocator, close }), close };
  },
});
