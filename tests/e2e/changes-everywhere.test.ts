import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import type { Answer } from "../program/http-client.ts";
import { linksApi, type LinksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { sharedDatabase } from "../program/test-stores.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { redisProgram, startRedis, type RedisServer } from "../services/redis-server.ts";
import { destinationOf, follow, type Followers } from "./changes/followers.ts";
import { unheardIn, untilHeard } from "./changes/until-heard.ts";

const nodeCount = 4;

/** Nodes on one database and one Redis, and a link that is followed on all of them. */
type Installation = AsyncDisposable & {
  readonly redis: RedisServer;
  readonly nodes: readonly Program[];
  readonly followers: Followers;
  /** Changes the link once more, through the node of this number; from the answer on nobody may be led elsewhere. */
  readonly edit: (node: number) => Promise<Answer>;
};

async function openInstallation(): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis());
  const folder = stack.use(await makeTempFolder());
  const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const nodes: Program[] = [];
  for (let node = 0; node < nodeCount; node += 1) {
    nodes.push(stack.use(await startProgram({ dataDir: folder.path, env: { ...env, NODE_NAME: `node-${node}` } })));
  }
  const apiOf = (node: number): LinksApi => {
    const { http, admin } = nodeAt(nodes, node);
    return linksApi(http, admin);
  };
  const { shortCode } = await apiOf(0).mustCreate({ longUrl: destinationOf(0) });
  const followers = stack.use(follow(nodes, shortCode));
  let change = 0;
  const edit = async (node: number): Promise<Answer> => {
    change += 1;
    const number = change;
    const answer = await apiOf(node).edit(shortCode, { longUrl: destinationOf(number) });
    expect(answer.status).toBe(200);
    followers.answered(number);
    return answer;
  };
  await eventually(60_000, "That every node hears every other", async () =>
    unheardIn(await edit(0)) === "" ? true : undefined,
  );
  const opened = stack.move();
  return { redis, nodes, followers, edit, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Waits until every one of these nodes has answered so many more redirects. */
async function moreRedirects({ counts }: Followers, nodes: readonly number[], more = 30): Promise<void> {
  const before = [...counts];
  await eventually(60_000, "More redirects", async () =>
    nodes.every((node) => (counts[node] ?? 0) >= (before[node] ?? 0) + more) ? true : undefined,
  );
}

function nodeAt(nodes: readonly Program[], node: number): Program {
  const found = nodes[node];
  if (found === undefined) throw new Error(`There is no node ${node}.`);
  return found;
}

async function setRights({ port }: RedisServer, rights: string): Promise<void> {
  const client = new Redis(port, "127.0.0.1", { lazyConnect: true });
  await client.connect();
  await client.call("ACL", "SETUSER", "default", rights);
  client.disconnect();
}

const all = Array.from({ length: nodeCount }, (_, node) => node);

describe.skipIf(redisProgram() === undefined)(
  "a change, from its answer on, while redirects run on 4 processes",
  () => {
    it("is followed by every one of them", async () => {
      await using installation = await openInstallation();
      const { followers, edit } = installation;
      await untilHeard({ changes: 20, heard: 16 }, async (round) => {
        const answer = await edit(round % nodeCount);
        await moreRedirects(followers, all);
        return answer;
      });
      expect(followers.old).toEqual([]);
      expect(followers.failures).toEqual([]);
    });

    it("is followed by all that run when one hangs, which is named, and by that one as soon as it goes on", async () => {
      await using installation = await openInstallation();
      const { followers, nodes, edit } = installation;
      const others = all.filter((node) => node !== 2);
      await moreRedirects(followers, all);
      // On a busy machine a second may pass before the edit, and nobody waits for it any more: once more then.
      await eventually(60_000, "An answer that names the one that hangs", async () => {
        nodeAt(nodes, 2).signal("SIGSTOP");
        if (/\bnode-2\.[0-9a-f]{8}\b/.test(unheardIn(await edit(0)))) return true;
        nodeAt(nodes, 2).signal("SIGCONT");
        await moreRedirects(followers, all);
        return undefined;
      });
      // It is silent for more than a second soon, and no longer waited for.
      await eventually(60_000, "An answer that does not wait for it", async () =>
        unheardIn(await edit(1)) === "" ? true : undefined,
      );
      await moreRedirects(followers, others);
      nodeAt(nodes, 2).signal("SIGCONT");
      await moreRedirects(followers, all);
      await edit(0);
      await moreRedirects(followers, all);
      expect(followers.old).toEqual([]);
      expect(followers.failures).toEqual([]);
    });

    it.each(["SIGSTOP", "SIGKILL"] as const)(
      "is followed by every one of them after Redis got a %s",
      async (signal) => {
        await using installation = await openInstallation();
        const { followers, redis, edit } = installation;
        await moreRedirects(followers, all);
        redis.signal(signal);
        for (let round = 0; round < 3; round += 1) {
          expect(unheardIn(await edit(round % nodeCount))).toContain("*");
          await moreRedirects(followers, all);
        }
        expect(followers.old).toEqual([]);
        expect(followers.failures).toEqual([]);
      },
    );

    it("is followed by every one of them when the bus takes texts and carries none", async () => {
      await using installation = await openInstallation();
      const { followers, redis, edit } = installation;
      await moreRedirects(followers, all);
      await setRights(redis, "-publish");
      for (let round = 0; round < 3; round += 1) {
        expect(unheardIn(await edit(round % nodeCount))).toContain("*");
        await moreRedirects(followers, all);
      }
      await setRights(redis, "+publish");
      await eventually(60_000, "That every node is heard again", async () =>
        unheardIn(await edit(0)) === "" ? true : undefined,
      );
      expect(followers.old).toEqual([]);
      expect(followers.failures).toEqual([]);
    });
  },
);

describe("a change, from its answer on, while redirects run on 3 workers of one port", () => {
  it("is followed by every one of them", async () => {
    await using program = await startProgram({ env: { WORKERS: "3" } });
    const api = linksApi(program.http, program.admin);
    const { shortCode } = await api.mustCreate({ longUrl: destinationOf(0) });
    // Connections are dealt out in turn, so each of these is with every worker.
    await using followers = follow([program, program, program], shortCode);
    // The first may come before the workers have heard of each other.
    await untilHeard({ changes: 20, heard: 11 }, async (round) => {
      const answer = await api.edit(shortCode, { longUrl: destinationOf(round + 1) });
      followers.answered(round + 1);
      expect(answer.status).toBe(200);
      await moreRedirects(followers, [0, 1, 2]);
      return answer;
    });
    expect(followers.old).toEqual([]);
    expect(followers.failures).toEqual([]);
  });
});

describe.skipIf(postgresProgram() === undefined)(
  "a change, from its answer on, on 3 processes over PostgreSQL alone",
  () => {
    it("is followed by every one of them", async () => {
      await using stack = new AsyncDisposableStack();
      const server = stack.use(await startPostgres());
      const env = sharedDatabase(server);
      const nodes: Program[] = [];
      for (let node = 0; node < 3; node += 1) nodes.push(stack.use(await startProgram({ env })));
      const { http: first, admin: key } = nodeAt(nodes, 0);
      const { shortCode: code } = await linksApi(first, key).mustCreate({ longUrl: destinationOf(0) });
      const followers = stack.use(follow(nodes, code));
      await untilHeard({ changes: 15, heard: 6 }, async (round) => {
        const { http, admin } = nodeAt(nodes, round % 3);
        const answer = await linksApi(http, admin).edit(code, { longUrl: destinationOf(round + 1) });
        expect(answer.status).toBe(200);
        followers.answered(round + 1);
        await moreRedirects(followers, [0, 1, 2]);
        return answer;
      });
      expect(followers.old).toEqual([]);
      expect(followers.failures).toEqual([]);
    });
  },
);
