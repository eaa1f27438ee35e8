import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { openTopics } from "../../clicks/kafka/kafka-topics.ts";
import { makeDatabase } from "../../links/postgres/database.ts";
import { openSession } from "../../links/postgres/session.ts";
import { sharedDatabase } from "../../program/test-stores.ts";
import {
  clickhouseAddress,
  newDatabaseName,
  startClickHouse,
  type ClickHouseServer,
} from "../../services/clickhouse-server.ts";
import { kafkaFolder, startKafka, type KafkaServer } from "../../services/kafka-server.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";

/** One of each that could be had, for all places. */
export type LedgerServices = AsyncDisposable & {
  readonly kafka: KafkaServer | undefined;
  readonly clickhouse: ClickHouseServer | undefined;
  readonly postgres: PostgresServer | undefined;
};

/** Where the clicks of a service go, which nobody else uses. Disposing takes away what a server has of it. */
export type LedgerPlace = AsyncDisposable & {
  readonly env: Readonly<Record<string, string>>;
  /** Puts records into the log, in their order, as some other program would. */
  plant(dataDir: string, records: readonly string[]): Promise<void>;
};

type PlaceRow = {
  readonly name: string;
  readonly isThere: boolean;
  /** True: a click is on a disk before its redirect is answered. */
  readonly isDurable: boolean;
  readonly open: (services: LedgerServices) => Promise<LedgerPlace>;
};

const hasClickHouse = clickhouseAddress() !== undefined;
const nothing = async (): Promise<void> => undefined;

export const ledgerPlaces: readonly PlaceRow[] = [
  { name: "files and SQLite", isThere: true, isDurable: false, open: openFiles },
  { name: "files and ClickHouse", isThere: hasClickHouse, isDurable: false, open: openFilesAndClickHouse },
  { name: "the outbox and PostgreSQL", isThere: postgresProgram() !== undefined, isDurable: true, open: openOutbox },
  {
    name: "Kafka and ClickHouse",
    isThere: hasClickHouse && kafkaFolder() !== undefined,
    isDurable: false,
    open: openKafka,
  },
];

export async function startServices(): Promise<LedgerServices> {
  await using stack = new AsyncDisposableStack();
  const kafka = kafkaFolder() === undefined ? undefined : stack.use(await startKafka());
  const clickhouse = hasClickHouse ? stack.use(await startClickHouse()) : undefined;
  const postgres = postgresProgram() === undefined ? undefined : stack.use(await startPostgres());
  const started = stack.move();
  return { kafka, clickhouse, postgres, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

async function openFiles(): Promise<LedgerPlace> {
  return { env: {}, plant: plantFile, [Symbol.asyncDispose]: nothing };
}

async function openFilesAndClickHouse(services: LedgerServices): Promise<LedgerPlace> {
  const store = openClickHouse(services);
  return { env: store.env, plant: plantFile, [Symbol.asyncDispose]: store.remove };
}

async function openOutbox({ postgres }: LedgerServices): Promise<LedgerPlace> {
  const url = await makeDatabase(needed(postgres));
  return {
    env: { CLICKS: "outbox", ...sharedDatabase({ url }) },
    async plant(_dataDir, records) {
      await using session = openSession(url);
      await session.run(`INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body)
        SELECT slot, ${records.length}, ${Date.now()}, $body$${records.join("\n")}$body$ FROM narrows_clicks.outbox_state`);
    },
    [Symbol.asyncDispose]: nothing,
  };
}

async function openKafka(services: LedgerServices): Promise<LedgerPlace> {
  const { broker } = needed(services.kafka);
  const store = openClickHouse(services);
  const topic = newDatabaseName();
  const made = { KAFKA_CREATE_TOPIC: "on", KAFKA_PARTITIONS: "3", KAFKA_REPLICAS: "1" };
  return {
    env: { CLICKS: "kafka", KAFKA_BROKERS: broker, KAFKA_TOPIC: topic, KAFKA_GROUP: topic, ...made, ...store.env },
    async plant(_dataDir, records) {
      await using topics = openTopics(broker);
      for (const record of records) await topics.append(topic, record);
    },
    [Symbol.asyncDispose]: store.remove,
  };
}

/** As if another process of the node had logged it. */
async function plantFile(dataDir: string, records: readonly string[]): Promise<void> {
  const folder = join(dataDir, "clicks", "log", "foreign");
  await mkdir(folder);
  await appendFile(join(folder, "0000000000000000.jsonl"), `${records.join("\n")}\n\n`);
}

function openClickHouse({ clickhouse }: LedgerServices) {
  const { url } = needed(clickhouse);
  const database = newDatabaseName();
  return {
    env: { CLICKHOUSE_URL: new URL(database, url).href },
    async remove() {
      const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
      await client.command({ query: `DROP DATABASE IF EXISTS ${database}` });
      await client.close();
    },
  };
}

function needed<Service>(service: Service | undefined): Service {
  if (service === undefined) throw new Error("The service is not there; the services line at the start says why.");
  return service;
}
