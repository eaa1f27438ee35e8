import type { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { openConnection, requireSameFile } from "./connection.ts";
import { prepareFindLink } from "./find-link.ts";
import { requireVersion } from "./migrate.ts";
import type { ReaderQuestion, ThreadData } from "./questions.ts";
import { prepareBreakdown } from "./read-breakdown.ts";
import { prepareClicks } from "./read-clicks.ts";
import { prepareCounts } from "./read-counts.ts";
import { prepareDeadLetters } from "./read-dead-letters.ts";
import { prepareTop } from "./read-top.ts";
import { prepareTotals } from "./read-totals.ts";
import { serveThread, type ThreadServer } from "./thread-reply.ts";
import { inSnapshot } from "./transaction.ts";

const cacheKib = 32_768;

const data = workerData as ThreadData;

serveThread((): ThreadServer => {
  requireSameFile(data.path, data.identity);
  const { path, lockTimeoutMs } = data;
  const database = openConnection({ path, lockTimeoutMs, cacheKib, readOnly: true });
  try {
    requireVersion(database);
    const read = prepareReads(database);
    return {
      answer: (question) => inSnapshot(database, () => read(question as ReaderQuestion)),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
});

function prepareReads(database: DatabaseSync) {
  const findLink = prepareFindLink(database);
  const { counts, series } = prepareCounts(database, findLink);
  const totals = prepareTotals(database, findLink);
  const breakdown = prepareBreakdown(database, findLink);
  const top = prepareTop(database, findLink);
  const clicks = prepareClicks(database, findLink);
  const dead = prepareDeadLetters(database);
  return (question: ReaderQuestion): unknown => {
    switch (question.name) {
      case "totals":
        return totals(question.of[0]);
      case "counts":
        return counts(...question.of);
      case "series":
        return series(...question.of);
      case "breakdown":
        return breakdown(...question.of);
      case "top":
        return top(...question.of);
      case "clicks":
        return clicks(...question.of);
      case "deadLetters":
        return dead.newest(...question.of);
      case "removedDeadLetters":
        return dead.removed();
    }
  };
}
