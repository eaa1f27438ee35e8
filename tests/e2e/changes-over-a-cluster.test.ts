import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import type { Answer } from "../program/http-client.ts";
import { linksApi } from "../program/links-api.ts";
import { startProgram, type Program } from "../program/program.ts";
import { readMetric } from "../program/read-metric.ts";
import { makeTempFolder } from "../program/temp-folder.ts";
import { startRedisCluster, type RedisCluster } from "../services/redis-cluster.ts";
import { redisProgram } from "../services/redis-server.ts";
import { destinationOf, follow, type Followers } from "./changes/followers.ts";
import { untilHeard } from "./changes/until-heard.ts";

type Installation = AsyncDisposable & {
  readonly cluster: RedisCluster;
  readonly nodes: readonly Program[];
  readonly followers: Followers;
  /**
   * Changes the link once more, through one node and the other in turn.
   *
   * @param isPromised From the answer on nobody may be led elsewhere. Default: true.
   */
  readonly edit: (isPromised?: boolean) => Promise<Answer>;
};

/** Two nodes over the Cluster, each by another node of it first, and a link that is followed on both. */
async function openInstallation(): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await startRedisCluster());
  const folder = stack.use(await makeTempFolder());
  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`);
  const start = async (order: readonly string[]) =>
    stack.use(await startProgram({ dataDir: folder.path, env: { REDIS_URL: `redis://${order.join(",")}` } }));
  const nodes = [await start(hosts), await start(hosts.toReversed())] as const;
  const [first, second] = [linksApi(nodes[0].http, nodes[0].admin), linksApi(nodes[1].http, nodes[1].admin)];
  const { shortCode } = await first.mustCreate({ longUrl: destinationOf(0) });
  const followers = stack.use(follow(nodes, shortCode));
  let change = 0;
  const edit = async (isPromised = true): Promise<Answer> => {
    change += 1;
    const number = change;
    const api = number % 2 === 0 ? second : first;
    const answer = await api.edit(shortCode, { longUrl: destinationOf(number) });
    expect(answer.status).toBe(200);
    if (isPromised) followers.answered(number);
    await moreRedirects(followers);
    return answer;
  };
  const opened = stack.move();
  return { cluster, nodes, followers, edit, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Waits until what nodes say comes back to them, or does not, as wanted. */
async function untilBuses({ nodes }: Installation, isWanted: (up: readonly number[]) => boolean): Promise<void> {
  await eventually(60_000, "The change of a bus", async () => {
    const up = await Promise.all(nodes.map((node) => readMetric(node, "narrows_change_bus_up")));
    return isWanted(up) ? true : undefined;
  });
}

async function moreRedirects({ counts }: Followers): Promise<void> {
  const before = [...counts];
  await eventually(60_000, "More redirects", async () =>
    counts.every((count, node) => count >= (before[node] ?? 0) + 20) ? true : undefined,
  );
}

describe.skipIf(redisProgram() === undefined)("a change, from its answer on, over a Cluster of Redis", () => {
  it("is followed by every node, also after a node of the Cluster was killed", async () => {
    await using installation = await openInstallation();
    const { cluster, followers, edit } = installation;
    await untilHeard({ changes: 10, heard: 6 }, () => edit());
    await cluster.nodes[0]?.kill();
    await untilHeard({ changes: 10, heard: 6 }, () => edit());
    expect(followers.old).toEqual([]);
    expect(followers.failures).toEqual([]);
  });

  it("is followed by every node again when those that used a node that hangs have taken another one", async () => {
    await using installation = await openInstallation();
    const { cluster, followers, edit } = installation;
    const editTimes = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) await edit(false);
    };
    await untilHeard({ changes: 1, heard: 1 }, () => edit());
    cluster.nodes[0]?.signal("SIGSTOP");
    // A node that lost what the other one kept follows the log of changes meanwhile, a moment behind the answer. Its bus is
    // down for some seconds only, which the edits may take.
    await Promise.all([untilBuses(installation, (up) => up.includes(0)), editTimes(3)]);
    await untilBuses(installation, (up) => !up.includes(0));
    await untilHeard({ changes: 10, heard: 6 }, () => edit());
    expect(followers.old).toEqual([]);
    expect(followers.failures).toEqual([]);
  });
});
