import { expect, it } from "vitest";
import { readMessage } from "../src/change-message.ts";

const change = { domain: "sho.rt", code: "abc", version: 2 };

it.each([
  { kind: "here", from: "a", atMs: 0.5, asks: true },
  { kind: "change", from: "a", id: 1, change },
  { kind: "heard", from: "a", to: "b", ids: [1] },
  { kind: "gone", from: "a" },
])("reads %j", (message) => {
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

it.each([
  '{"kind":"here","from":"a","atMs":1e300,"asks":false}',
  '{"kind":"here","from":"a","atMs":1e999,"asks":false}',
  '{"kind":"here","from":"a","atMs":-1,"asks":false}',
  '{"kind":"here","from":"a","atMs":null,"asks":false}',
  JSON.stringify({ kind: "change", from: "a", id: 1e300, change }),
  JSON.stringify({ kind: "change", from: "a", id: 1, change: { ...change, version: 1e300 } }),
  JSON.stringify({ kind: "change", from: "a", id: 1, change: { ...change, version: 1.5 } }),
  JSON.stringify({ kind: "change", from: "a", id: 1, change: { ...change, code: "c".repeat(301) } }),
  JSON.stringify({ kind: "heard", from: "a", to: "b", ids: [-1] }),
])("ignores what no node can say: %s", (text) => {
  expect(readMessage(text)).toBeUndefined();
});
