import { describe, it } from "vitest";
import { createSharedMemory, sharedMemoryStore } from "../../src/stores/shared-memory/index.ts";
import { describeStore } from "../../src/testing/describe-store.ts";

describeStore(
  "shared memory",
  (startMicros) => {
    let now = startMicros;
    const advance = (micros: number) => {
      now += micros;
    };
    const memory = createSharedMemory({ keys: 5_000, maxWidth: 64 });
    return { store: sharedMemoryStore({ memory, clock: () => now }), advance };
  },
  { describe, it },
  { isSync: true, maxLogLimit: 29 },
);
