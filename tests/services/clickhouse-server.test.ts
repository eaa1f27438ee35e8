import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clickhouseAddress, newDatabaseName, startClickHouse, type ClickHouseServer } from "./clickhouse-server.ts";

describe.skipIf(clickhouseAddress() === undefined)("the ClickHouse of the tests", () => {
  let server: ClickHouseServer;
  const database = newDatabaseName();
  const log = { level: ClickHouseLogLevel.OFF };
  const open = () => createClient({ url: server.url, database, request_timeout: 60_000, log });

  beforeAll(async () => {
    server = await startClickHouse();
    await using client = createClient({ url: server.url });
    await client.command({ query: `CREATE DATABASE ${database}` });
    await client.command({ query: `CREATE TABLE ${database}.words (word String) ENGINE = MergeTree ORDER BY word` });
  });
  afterAll(async () => {
    await using client = createClient({ url: server.url });
    await client.command({ query: `DROP DATABASE ${database}` });
    await server[Symbol.asyncDispose]();
  });

  it("takes rows and gives them back", async () => {
    await using client = open();
    const words = ["it's", 'a \\ and a " and a \t', "안녕"];
    await client.insert({ table: "words", values: words.map((word) => ({ word })), format: "JSONEachRow" });
    const answer = await client.query({ query: "SELECT word FROM words ORDER BY word", format: "JSONEachRow" });
    expect((await answer.json<{ word: string }>()).map(({ word }) => word).toSorted()).toEqual(words.toSorted());
  });

  it("binds parameters, whatever is in them", async () => {
    await using client = open();
    const query_params = { word: "' OR \\'1\t", many: ["a'b", "c\\d"], none: null, when: 12 };
    const query =
      "SELECT {word:String} AS word, {many:Array(String)} AS many, {none:Nullable(String)} AS none, {when:UInt8} AS n";
    const answer = await client.query({ query, query_params, format: "JSONEachRow" });
    expect(await answer.json()).toEqual([{ word: "' OR \\'1\t", many: ["a'b", "c\\d"], none: null, n: 12 }]);
  });

  it("keeps settings of one request out of the next", async () => {
    await using client = open();
    const query = "SELECT getSetting('max_threads') AS threads";
    const ask = async (settings: Record<string, number>) =>
      (await client.query({ query, clickhouse_settings: settings, format: "JSONEachRow" })).json();
    expect(await ask({ max_threads: 3 })).toEqual([{ threads: 3 }]);
    expect(await ask({})).not.toEqual([{ threads: 3 }]);
    expect(await ask({ readonly: 2 })).not.toEqual([{ threads: 3 }]);
  });

  it("says what is wrong with its code", async () => {
    await using client = open();
    await expect(client.query({ query: "SELECT nothing" })).rejects.toMatchObject({ code: "47" });
    await expect(
      client.command({ query: "DROP TABLE words", clickhouse_settings: { readonly: "1" } }),
    ).rejects.toMatchObject({ code: "164" });
  });

  it("has after SIGKILL what it had, where it is a process of the tests", async ({ skip }) => {
    const { process } = server;
    if (process === undefined) return skip("CLICKHOUSE_URL is set");
    await process.kill();
    await using client = open();
    expect((await client.ping()).success).toBe(false);
    await process.restart();
    const answer = await client.query({ query: "SELECT count() AS n FROM words", format: "JSONEachRow" });
    expect(await answer.json()).toEqual([{ n: 3 }]);
  });
});
