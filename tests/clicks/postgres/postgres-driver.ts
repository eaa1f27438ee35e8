import { connectTo, openPostgresClicks } from "@narrows/clicks/postgres";
import type { ClickStoreDriver } from "@narrows/clicks/testing";
import { makeDatabase } from "../../links/postgres/database.ts";
import type { PostgresServer } from "../../services/postgres-server.ts";
import { patientStore } from "./patient-store.ts";

/** Each store has a database of its own on the server, which is asked for when it is needed. */
export function postgresDriver(server: () => PostgresServer): ClickStoreDriver {
  return {
    name: "PostgreSQL",
    exactVisitors: 256,
    async open() {
      const connect = connectTo(await makeDatabase(server()));
      const clicks = openPostgresClicks({ connect, ...patientStore });
      return {
        clicks,
        openAgain: async () => openPostgresClicks({ connect, ...patientStore }),
        remove: () => clicks.close(),
      };
    },
  };
}
