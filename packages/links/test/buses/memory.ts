import { createMemoryBus } from "../../src/buses/memory.ts";
import type { ChangeBusDriver } from "../../src/testing/index.ts";

export const driver: ChangeBusDriver = {
  name: "memory",
  async open() {
    const { connect } = createMemoryBus();
    return { connect, close: async () => undefined };
  },
};
