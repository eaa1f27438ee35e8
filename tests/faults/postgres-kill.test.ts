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

describe.skipIf(postgresProgram() === undefined)(
  "PostgreSQL killed with SIGKILL 50 times while links are created",
  () => {
    it("loses no link that was acknowledged, makes none twice, and the node goes on by itself", async () => {
      await using server = await startPostgres();
      await using node = await startNode(server);
      const ledger: Ledger = new Map();
      const wishes: Wish[] = [];
      const refusals = new Set<string | number>();
      let lost = 0;
      for (let round = 0; round < kills; round += 1) {
        const fresh = wishesOf(round);
        wishes.push(...fresh);
        await createUntilKilled(node, server, fresh, { ledger, refusals, killAfter: 1 + ((round * 7) % 60) });
        await server.restart();
        await untilRecovered(node);
        const unanswered = fresh.filter((wish) => !ledger.has(wish));
        lost += unanswered.length;
        const again = await inParallel(connections, unanswered, (wish) => grant(node, wish, ledger));
        expect(again.filter((meaning) => meaning !== 201)).toEqual([]);
      }
      // Nothing but these, and nothing else than waiting was needed.
      expect([...refusals].filter((code) => !/^503 STORE_(?:UNAVAILABLE|OUTCOME_UNKNOWN)$/.test(String(code)))).toEqual(
        [],
      );
      expect(lost).toBeGreaterThan(kills);
      await expectAllThere(server, ledger, wishes);
    }, 300_000);
  },
);

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

/** By another node, which remembers nothing. */
async function expectAllThere(server: PostgresServer, ledger: Ledger, wishes: readonly Wish[]): Promise<void> {
  await using fresh = await startNode(server);
  expect(ledger.size).toBe(wishes.length);
  const strayed = await inParallel(connections, [...ledger], async ([{ longUrl, key }, { code, body }]) => {
    const { locations } = await fresh.api.follow(code);
    const again = await fresh.api.create({ longUrl }, { "idempotency-key": key });
    return locations[0] === longUrl && again.body === body ? [] : [{ longUrl, code, locations }];
  });
  expect(strayed.flat()).toEqual([]);
  const made = (await fresh.api.listAll()).map(({ longUrl }) => longUrl).filter((url) => url.includes("/round/"));
  expect(made.sort()).toEqual(wishes.map(({ longUrl }) => longUrl).sort());
}
