import { connectTo, openOutboxLog, openOutboxSource, type OutboxLogOptions } from "@narrows/clicks/outbox";
import { openPostgresClicks } from "@narrows/clicks/postgres";
import { openSession, type Session } from "../../links/postgres/session.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { startPostgres } from "../../services/postgres-server.ts";
import { patientStore } from "../postgres/patient-store.ts";
import { patient } from "./patient.ts";

export type Outbox = Awaited<ReturnType<typeof startOutbox>>;

/** A PostgreSQL of its own with the outbox and the store in it, and a spool. */
export async function startOutbox(options: Partial<OutboxLogOptions> = {}) {
  const resources = new AsyncDisposableStack();
  const server = resources.use(await startPostgres());
  const spool = resources.use(await makeTempFolder());
  const connect = connectTo(server.url);
  const openLog = (changed: Partial<OutboxLogOptions> = {}) =>
    openOutboxLog({ connect, spoolFolder: spool.path, ...patient.log, ...options, ...changed });
  const log = await openLog();
  resources.defer(() => log.close());
  const source = openOutboxSource({ connect, nowMs: Date.now, ...patient.source });
  resources.defer(() => source.close());
  const store = openPostgresClicks({ connect, ...patientStore });
  resources.defer(() => store.close());
  return {
    server,
    spool,
    connect,
    log,
    openLog,
    source,
    store,
    /** Opened and ended by the test: an end of the server ends it, too. */
    openSession: (): Session => openSession(server.url),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
