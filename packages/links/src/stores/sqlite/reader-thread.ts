import { workerData } from "node:worker_threads";
import type { ListQuery } from "../../link-store.ts";
import { openConnection } from "./connection.ts";
import { requireSameFile } from "./file-identity.ts";
import { keyFromRow } from "./key-row.ts";
import { prepareList } from "./list-links.ts";
import type { ReadCommand } from "./read-queue.ts";
import { readSql } from "./sql.ts";
import type { ReaderData } from "./thread-data.ts";
import { serveThread } from "./thread-reply.ts";

const { path, opened } = workerData as ReaderData;
requireSameFile(path, opened);
const database = openConnection({ path, busyTimeoutMs: 1_000, queryOnly: true });
const list: (query: ListQuery) => unknown = prepareList(database);
const listKeys = database.prepare(readSql("list-keys"));

serveThread({
  answer(question) {
    const command = question as ReadCommand;
    return command.name === "list" ? list(command.query) : listKeys.all().map(keyFromRow);
  },
  close: () => database.close(),
});
