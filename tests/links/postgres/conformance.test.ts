import { describeLeaseAllocator } from "@narrows/codes/testing";
import { openPostgres } from "@narrows/links/postgres";
import {
  describeKeyStore,
  describeLinkStore,
  describeReportStore,
  describeSafetyStore,
  type StoreDriver,
} from "@narrows/links/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { makeDatabase } from "./database.ts";
import { patient } from "./patient.ts";

describe.skipIf(postgresProgram() === undefined)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const open = async () => {
    const url = await makeDatabase(server);
    const database = await openPostgres({ url, ...patient });
    return { ...database, openAgain: () => openPostgres({ url, ...patient }) };
  };
  const driver: StoreDriver = { name: "postgres", open };
  describeLinkStore(driver);
  describeKeyStore(driver);
  describeSafetyStore(driver);
  describeReportStore(driver);
  describeLeaseAllocator({
    name: "in PostgreSQL",
    async open() {
      const { leases: allocator, close, openAgain } = await open();
      return {
        allocator,
        close,
        async openAgain() {
          const again = await openAgain();
          return { allocator: again.leases, close: again.close };
        },
      };
    },
  });
});
