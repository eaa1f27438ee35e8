import { workerData } from "node:worker_threads";
import type { ListQuery } from "../../link-store.ts";
import { openConnection } from "./connection.ts";
import { requireSameFiles } from "./database-files.ts";
import { prepareList } from "./list-links.ts";
import type { ReadCommand } from "./read-queue.ts";
import type { ReaderData } from "./thread-data.ts";
import { serveThread } from "./thread-reply.ts";

const { files } = workerData as ReaderData;
requireSameFiles(files);
const database = openConnection({ path: files.path, busyTimeoutMs: 1_000, queryOnly: true });
const list: (query: ListQuery) => unknown = prepareList(database);

serveThread({
  answer: (question) => list((question as ReadCommand).query),
  close: () => database.close(),
});
