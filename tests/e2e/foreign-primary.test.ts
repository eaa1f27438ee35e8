import { join } from "node:path";
import { expect, it } from "vitest";
import { linksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";

const foreignPrimary = join(import.meta.dirname, "../program/foreign-primary.js");

it("waits for nobody after a change under another program's primary, which relays nothing", async () => {
  await using program = await startProgram({ nodeOptions: [foreignPrimary] });
  const api = linksApi(program.http, program.admin);
  await api.mustCreate({ longUrl: "https://example.com/before", alias: "steady" });
  const answer = await program.http.ask("PATCH", "/v1/urls/steady", {
    headers: { ...program.admin, "content-type": "application/json" },
    body: JSON.stringify({ longUrl: "https://example.com/after" }),
  });
  expect([answer.status, answer.headers["narrows-unheard"]]).toEqual([200, undefined]);
  expect((await api.follow("steady")).locations[0]).toBe("https://example.com/after");
  await program.stop();
});
