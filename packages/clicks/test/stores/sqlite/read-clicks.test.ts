import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { migrate } from "../../../src/stores/sqlite/migrate.ts";
import { useTemporaryClicks } from "./temporary-clicks.ts";

const temporary = useTemporaryClicks();

it("reads a page of clicks from its cursor on, without those before it", () => {
  const database = new DatabaseSync(temporary.path());
  temporary.after(() => database.close());
  migrate(database);
  const statement = readFileSync(new URL("../../../src/stores/sqlite/sql/select-clicks.sql", import.meta.url), "utf8");
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
  expect(steps.map(({ detail }) => detail)).toEqual([
    "SEARCH clicks USING INDEX clicks_by_link (link=? AND (at,id)>(?,?) AND at<?)",
  ]);
});
