import { describe, it } from "vitest";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { describeStore } from "../../src/testing/describe-store.ts";

describeStore(
  "memory",
  (startMicros) => {
    let now = startMicros;
    const advance = (micros: number) => {
      now += micros;
    };
    return { store: memoryStore({ clock: () => now }), advance };
  },
  { describe, it },
  { isSync: true },
);
