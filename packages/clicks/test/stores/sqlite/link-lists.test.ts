import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { prepareLinkLists } from "../../../src/stores/sqlite/link-lists.ts";
import { batchOf, newClick } from "../../../src/testing/index.ts";
import { useTemporaryClicks } from "./temporary-clicks.ts";

const day = Date.UTC(2026, 5, 10);
const dayMs = 86_400_000;
/** One link and how many humans followed it. */
const listBytes = 8;
const temporary = useTemporaryClicks();

it("keeps the lists of links that were asked for last", async () => {
  const path = temporary.path();
  const store = await temporary.open(path);
  await store.store(batchOf([0, 1, 2].map((days) => newClick({ domain: "", code: "a", at: day + days * dayMs }))));
  const database = new DatabaseSync(path);
  temporary.after(() => database.close());
  const read = prepareLinkLists(database, 2 * listBytes);
  const listOf = (days: number) => read({ level: "day", from: day + days * dayMs, to: day + (days + 1) * dayMs })[0];
  const [first, second, third] = [listOf(0), listOf(1), listOf(2)];
  expect(third).toBeDefined();
  expect(listOf(2)).toBe(third);
  expect(listOf(1)).toBe(second);
  expect(listOf(0)).not.toBe(first);
});
