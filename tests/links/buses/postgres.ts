import { createPostgresBus } from "@narrows/links/buses/postgres";
import type { ChangeBusDriver } from "@narrows/links/testing";
import { startPostgres } from "../../services/postgres-server.ts";

export const driver: ChangeBusDriver = {
  name: "postgres",
  async open() {
    const server = await startPostgres();
    return {
      connect: () =>
        createPostgresBus({ url: server.url, monotonicMs: () => performance.now(), onFault: () => undefined }),
      close: async () => server[Symbol.asyncDispose](),
    };
  },
};
