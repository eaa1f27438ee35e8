import { expect, it } from "vitest";
import type { Connection, Row } from "../src/stores/postgres/connection.ts";
import { createPostgresArchive } from "../src/stores/postgres/postgres-archive.ts";
import { readStatement } from "../src/stores/postgres/sql.ts";

const noRows = Object.assign([], { count: 0 });
const lock = readStatement("lock-archive").texts[0];

/** A server on which another process has the archive's lock at the first look alone. */
function busyOnce() {
  const sent: string[] = [];
  const answers: Row[] = [[false]];
  const connection: Connection = {
    isOpen: true,
    onAnswer: undefined,
    async run({ texts: [text = ""] }) {
      sent.push(text);
      return text === lock ? Object.assign([answers.shift() ?? [true]], { count: 1 }) : noRows;
    },
    runScript: async () => undefined,
    destroy: () => undefined,
    close: async () => undefined,
  };
  return { sent, pool: { use: <Result>(work: (given: Connection) => Promise<Result>) => work(connection) } };
}

it("moves no link into a month that another process kept it from making", async () => {
  const { sent, pool } = busyOnce();
  const archive = createPostgresArchive(async () => noRows, pool);
  const request = { after: 0, before: 1, now: Date.UTC(2027, 2), limit: 10 };
  expect(await archive.archiveExpired(request)).toEqual({ kind: "busy" });
  expect(sent).toEqual(["BEGIN", lock, "COMMIT"]);
  expect(await archive.archiveExpired(request)).toMatchObject({ kind: "archived" });
});
