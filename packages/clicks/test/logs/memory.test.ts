import { describeClickLog } from "../../src/testing/describe-click-log.ts";
import { openMemoryClickLog } from "../../src/testing/memory-click-log.ts";

describeClickLog({
  name: "memory, for tests",
  async open() {
    const kept = openMemoryClickLog();
    return {
      // A restart begins with the same records.
      async start() {
        let isClosed = false;
        const log = {
          append: (clicks: Parameters<typeof kept.append>[0]) =>
            isClosed ? refused.append(clicks) : kept.append(clicks),
          close: async () => {
            isClosed = true;
          },
        };
        return { log, source: { ...kept, close: () => Promise.resolve() } };
      },
      appendForeign: async (record) => kept.appendForeign(record),
      loseOldest: async () => kept.lose(1_500),
      remove: () => Promise.resolve(),
    };
  },
});

const refused = openMemoryClickLog();
await refused.close();
