import { describe, expect, it } from "vitest";
import { holdDatabaseLock } from "../program/database-lock.ts";
import { databasePathIn } from "../program/database-path.ts";
import { linksApi } from "../program/links-api.ts";
import { refusalOf } from "../program/problem.ts";
import { startProgram } from "../program/program.ts";

const longUrl = "https://example.com/before";
const parallel = 8;

describe("a database that another process keeps locked", () => {
  it("answers creates with 503 and Retry-After, goes on redirecting, and heals with the lock", async () => {
    await using program = await startProgram();
    const api = linksApi(program.http, program.admin);
    await api.mustCreate({ longUrl, alias: "before" });

    const lock = await holdDatabaseLock(await databasePathIn(program.dataDir));
    const creating = Array.from({ length: parallel }, (_, index) => api.create({ longUrl: `${longUrl}/${index}` }));
    const changing = api.edit("before", { longUrl: "https://example.com/after" });
    // Whoever waited for the lock would come after the creates, which wait for it and give up.
    let answered = 0;
    const note = () => (answered += 1);
    for (const create of creating) create.then(note, note);
    for (let count = 0; count < 10; count += 1) {
      expect((await api.follow("before")).locations).toEqual([longUrl]);
    }
    expect(answered).toBe(0);
    for (const answer of [...(await Promise.all(creating)), await changing]) {
      expect(refusalOf(answer)).toEqual({ status: 503, code: "STORE_LOCKED" });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await api.follow("unknown")).status).toBe(404);
    await lock[Symbol.asyncDispose]();

    const link = await api.mustCreate({ longUrl: "https://example.com/later" });
    expect((await api.follow(link.shortCode)).locations).toEqual(["https://example.com/later"]);
    expect(await api.listAll()).toHaveLength(2);
    await program.stop();
  });

  it("does not keep the program from stopping", async () => {
    await using program = await startProgram({ env: { STOP_DEADLINE: "60s" } });
    const api = linksApi(program.http, program.admin);
    const lock = await holdDatabaseLock(await databasePathIn(program.dataDir));
    const creating = api.create({ longUrl });
    // An answer on another connection shows that the create has arrived.
    expect((await program.http.ask("GET", "/healthz")).status).toBe(200);
    program.signal("SIGTERM");
    expect(refusalOf(await creating).status).toBe(503);
    expect(await program.ended).toBe(0);
    await lock[Symbol.asyncDispose]();
  });
});
