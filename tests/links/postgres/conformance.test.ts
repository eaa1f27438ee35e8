import { describeLeaseAllocator } from "@narrows/codes/testing";
import { openPostgres } from "@narrows/links/postgres";
import { describeKeyStore, describeLinkStore, type StoreDriver } from "@narrows/links/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { makeDatabase } from "./database.ts";

describe.skipIf(postgresProgram() === undefined)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const driver: StoreDriver = {
    name: "postgres",
    async open() {
      const url = await makeDatabase(server);
      const database = await openPostgres({ url });
      return { ...database, openAgain: () => openPostgres({ url }) };
    },
  };
  describeLinkStore(driver);
  describeKeyStore(driver);
  describeLeaseAllocator({
    name: "in PostgreSQL",
    async open() {
      const stores = await driver.open();
      const { leases: allocator } = stores;
      const openAgain = async () => {
        const { leases, close } = await stores.openAgain();
        return { allocator: leases, close };
      };
      return { allocator, openAgain, close: stores.close };
    },
  });
});
