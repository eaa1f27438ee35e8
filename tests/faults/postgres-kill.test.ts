import { migratePostgres } from "@narrows/links/postgres";
import { describe, expect, it } from "vitest";
import { inParallel } from "../program/in-parallel.ts";
import type { CreatedLink } from "../program/links-api.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../services/postgres-server.ts";
import { meaningOf, startNode, untilRecovered, type Node } from "./postgres/node.ts";

const kills = 50;
const connections = 16;

/** One wish for a link; its key makes that it can be repeated without a second link. */
type Wish = { readonly key: string; readonly longUrl: string };
type Ledger = Map<Wish, { readonly code: string; readonly body: string }>;

describe.skipIf(postgresProgram() === undefined)("PostgreSQL, killed with SIGKILL while links are created", () => {
  it("50 times, loses no link that was acknowledged, makes none twice, and the node goes on by itself", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server);
    const { ledger, wishes, refusals, unanswered } = await killAgainAndAgain(node, server, kills);
    // Nothing but these, and nothing else than waiting was needed.
    const odd = [...refusals].filter((code) => !/^503 STORE_(?:UNAVAILABLE|OUTCOME_UNKNOWN)$/.test(String(code)));
    expect(odd).toEqual([]);
    expect(unanswered).toBeGreaterThan(kills);
    expect(ledger.size).toBe(wishes.length);
    await using fresh = await startNode(server);
    expect(await findStrays(fresh, ledger)).toEqual([]);
    const made = (await fresh.api.listAll()).map(({ longUrl }) => longUrl).filter((url) => url.includes("/round/"));
    expect(made.sort()).toEqual(wishes.map(({ longUrl }) => longUrl).sort());
  }, 600_000);

  it("is seen to lose some where commits are answered before they are durable", async () => {
    await using server = await startPostgres({ settings: { wal_writer_delay: "10s" } });
    // The schema is durable.
    await migratePostgres({ url: server.url });
    const hook = new URL("../program/postgres-commit-off.js", import.meta.url).href;
    await using node = await startNode(server, {}, { nodeOptions: [`--import=${hook}`] });
    const { ledger } = await killAgainAndAgain(node, server, 3);
    await using fresh = await startNode(server);
    expect((await findStrays(fresh, ledger)).length).toBeGreaterThan(0);
  });
});

/** Kills the server once in each round, in the middle of creates, and has what was not answered repeated. */
async function killAgainAndAgain(node: Node, server: PostgresServer, rounds: number) {
  const ledger: Ledger = new Map();
  const wishes: Wish[] = [];
  const refusals = new Set<string | number>();
  let unanswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const fresh = wishesOf(round);
    wishes.push(...fresh);
    await createUntilKilled(node, server, fresh, { ledger, refusals, killAfter: 1 + ((round * 7) % 60) });
    await server.restart();
    await untilRecovered(node);
    const open = fresh.filter((wish) => !ledger.has(wish));
    unanswered += open.length;
    const again = await inParallel(connections, open, (wish) => grant(node, wish, ledger));
    expect(again.filter((meaning) => meaning !== 201)).toEqual([]);
  }
  return { ledger, wishes, refusals, unanswered };
}

function wishesOf(round: number): readonly Wish[] {
  return Array.from({ length: 80 }, (_, index) => ({
    key: `round-${round}-${index}`,
    longUrl: `https://example.com/round/${round}/${index}?q=%7E+%2B`,
  }));
}

type Killing = { readonly ledger: Ledger; readonly refusals: Set<string | number>; readonly killAfter: number };

/** The kill is counted in answers and not in time: every run meets the same stages of the work. */
async function createUntilKilled(
  node: Node,
  server: PostgresServer,
  wishes: readonly Wish[],
  { ledger, refusals, killAfter }: Killing,
): Promise<void> {
  let killed: Promise<void> | undefined;
  let answers = 0;
  await inParallel(connections, wishes, async (wish) => {
    const meaning = await grant(node, wish, ledger);
    answers += 1;
    if (meaning !== 201) refusals.add(meaning);
    if (answers === killAfter) killed = server.kill();
  });
  await killed;
}

async function grant({ api }: Node, wish: Wish, ledger: Ledger): Promise<number | string> {
  const answer = await api.create({ longUrl: wish.longUrl }, { "idempotency-key": wish.key });
  if (answer.status === 201) {
    ledger.set(wish, { code: (answer.json() as CreatedLink).shortCode, body: answer.body });
  }
  return meaningOf(answer);
}

/** Acknowledged links that do not lead where they should, or whose repetition is not answered with the same bytes. */
async function findStrays({ api }: Node, ledger: Ledger): Promise<readonly unknown[]> {
  const strayed = await inParallel(connections, [...ledger], async ([{ longUrl, key }, { code, body }]) => {
    const { locations } = await api.follow(code);
    const again = await api.create({ longUrl }, { "idempotency-key": key });
    return locations[0] === longUrl && again.body === body ? [] : [{ longUrl, code, locations }];
  });
  return strayed.flat();
}
