import { describe, it } from "vitest";
import { memoryStore } from "../../../src/stores/memory/index.ts";
import { describeStore } from "../../../src/testing/index.ts";

describeStore(
  "memory",
  (startMicros) => {
    let nowMicros = startMicros;
    return {
      store: memoryStore({ clock: () => nowMicros }),
      advance: (micros) => {
        nowMicros += Math.round(micros);
      },
    };
  },
  { describe, it },
  { isSync: true },
);

describeStore(
  "memory on the real clock",
  () => ({ store: memoryStore() }),
  { describe, it },
  { isSync: true, isClockMoved: false },
);
