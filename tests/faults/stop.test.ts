import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventually, within } from "../program/deadline.ts";
import type { Answer } from "../program/http-client.ts";
import { inParallel } from "../program/in-parallel.ts";
import { linksApi, type CreatedLink, type LinksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const lanes = 32;
/** Nothing takes so long but what hangs. */
const patient = { STOP_DEADLINE: "60s" };

describe("SIGTERM under load", () => {
  it("answers every request that was accepted, ends with 0, and keeps every acknowledged link", async () => {
    await using folder = await makeTempFolder();
    await using program = await startProgram({ dataDir: folder.path, env: patient });
    const api = linksApi(program.http, program.admin);
    const ledger = new Map<string, string>();
    const wrong: unknown[] = [];
    await inParallel(
      lanes,
      Array.from({ length: 5_000 }, (_, index) => index),
      async (index) => {
        if (index === 1_000) program.signal("SIGTERM");
        const longUrl = `https://example.com/stop/${index}`;
        const outcome = await api.create({ longUrl }).catch(connectionFault);
        if (outcome === "refused") return;
        if (outcome === "cut") wrong.push({ index, outcome });
        else if (outcome.status === 201) ledger.set((outcome.json() as CreatedLink).shortCode, longUrl);
        else wrong.push({ index, status: outcome.status, body: outcome.body });
      },
    );
    expect(wrong).toEqual([]);
    expect(await program.ended).toBe(0);
    expect(ledger.size).toBeGreaterThanOrEqual(1_000 - lanes);

    await using restarted = await startProgram({ dataDir: folder.path });
    await expectExactly(linksApi(restarted.http, restarted.admin), ledger);
  });

  it("lets a bulk end that has begun", async () => {
    await using folder = await makeTempFolder();
    await using program = await startProgram({ dataDir: folder.path, env: patient });
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ longUrl: `https://example.com/bulk/${index}` }));
    const sending = linksApi(program.http, program.admin).bulk(rows);
    // The answer to a later request on another connection shows that the bulk has arrived.
    await program.http.ask("GET", "/healthz");
    program.signal("SIGTERM");
    const { results } = (await sending).json() as { readonly results: readonly { status: number }[] };
    expect(results.map(({ status }) => status)).toEqual(rows.map(() => 201));
    expect(await program.ended).toBe(0);

    await using restarted = await startProgram({ dataDir: folder.path });
    expect(await linksApi(restarted.http, restarted.admin).listAll()).toHaveLength(rows.length);
  });

  it("turns not ready and still answers what is on its way", async () => {
    await using program = await startProgram({ env: patient });
    const late = connect(program.port, "127.0.0.1").setEncoding("utf8");
    late.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\n");
    await program.http.ask("GET", "/healthz");
    program.signal("SIGTERM");
    await eventually(60_000, "The end of listening", async () => {
      const answer = await program.http
        .ask("GET", "/healthz", { headers: { connection: "close" } })
        .catch(connectionFault);
      return answer === "refused" ? true : undefined;
    });
    late.write("\r\n");
    const [answer] = (await within(60_000, "The answer", once(late, "data"))) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*^connection: close\r$[^]*NOT_READY/im);
    expect(await program.ended).toBe(0);
  });

  it("waits no longer than STOP_DEADLINE for a client that says nothing, or half of something", async () => {
    await using program = await startProgram({ env: { STOP_DEADLINE: "1s" } });
    const beginnings = ["", "POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"];
    const clients = beginnings.map((beginning) => {
      const client = connect(program.port, "127.0.0.1").on("error", () => undefined);
      client.write(beginning);
      return client;
    });
    await program.http.ask("GET", "/healthz");
    program.signal("SIGTERM");
    expect(await program.ended).toBe(0);
    for (const client of clients) client.destroy();
  });

  it("twice ends the program at once, whatever the first one still waits for", async () => {
    await using program = await startProgram({ env: { STOP_DEADLINE: "600s" } });
    const client = connect(program.port, "127.0.0.1").on("error", () => undefined);
    client.write("POST /v1/urls HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    await program.http.ask("GET", "/healthz");
    program.signal("SIGTERM");
    await eventually(60_000, "The end of listening", async () => {
      const answer = await program.http
        .ask("GET", "/healthz", { headers: { connection: "close" } })
        .catch(connectionFault);
      return answer === "refused" ? true : undefined;
    });
    // Within a second of the first it would be taken for the same one.
    await wait(1_500);
    program.signal("SIGTERM");
    expect(await within(60_000, "The end", program.ended)).toBe(1);
    client.destroy();
  });
});

/** "refused": nothing was sent. "cut": the request was on its way and has no answer. */
function connectionFault(error: unknown): "refused" | "cut" {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ECONNRESET" || code === "EPIPE") return "cut";
  throw error;
}

async function expectExactly(api: LinksApi, ledger: ReadonlyMap<string, string>): Promise<void> {
  const links = await api.listAll();
  expect(links.map(({ shortCode, longUrl }) => `${shortCode} ${longUrl}`).sort()).toEqual(
    [...ledger].map(([code, longUrl]) => `${code} ${longUrl}`).sort(),
  );
  const [code = "", longUrl = ""] = [...ledger].at(-1) ?? [];
  const answer: Answer = await api.follow(code);
  expect(answer.locations).toEqual([longUrl]);
}
