import { workerData } from "node:worker_threads";
import { openConnection } from "./connection.ts";
import { requireSameFiles } from "./database-files.ts";
import { prepareList } from "./list-links.ts";
import type { ReadCommand } from "./read-queue.ts";
import { prepareLinksByTime, prepareReports } from "./read-safety.ts";
import type { ReaderData } from "./thread-data.ts";
import { serveThread } from "./thread-reply.ts";

const { files } = workerData as ReaderData;
requireSameFiles(files);
const database = openConnection({ path: files.path, busyTimeoutMs: 1_000, queryOnly: true });
const list = prepareList(database);
const linksByTime = prepareLinksByTime(database);
const reports = prepareReports(database);

function answer(command: ReadCommand): unknown {
  switch (command.name) {
    case "list":
      return list(command.query);
    case "links-by-time":
      return linksByTime(command.query);
    case "reports":
      return reports(command.query);
  }
}

serveThread({
  answer: (question) => answer(question as ReadCommand),
  close: () => database.close(),
});
