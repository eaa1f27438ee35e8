import { memoryStore } from "../../src/stores/memory/index.ts";
import { createSharedMemory, sharedMemoryStore } from "../../src/stores/shared-memory/index.ts";
import { openReferenceStore } from "../../src/testing/index.ts";
import { describeVectors } from "./describe-vectors.ts";

function movedClock(startMicros: number) {
  let nowMicros = startMicros;
  return { clock: () => nowMicros, advance: (micros: number) => void (nowMicros += micros) };
}

describeVectors("memory", (startMicros) => {
  const { clock, advance } = movedClock(startMicros);
  return { store: memoryStore({ clock }), advance };
});

describeVectors("shared memory", (startMicros) => {
  const { clock, advance } = movedClock(startMicros);
  const memory = createSharedMemory({ keys: 16, maxWidth: 4_005 });
  return { store: sharedMemoryStore({ memory, clock }), advance };
});

describeVectors("the reference", openReferenceStore);
