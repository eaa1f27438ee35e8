import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { generousMs, isReady, meaningOf, startNode, type Node } from "./postgres/node.ts";

const longUrl = "https://example.com/";

describe.skipIf(postgresProgram() === undefined)("a node whose PostgreSQL hangs", () => {
  it("follows what it knows for DEAF_LIMIT and no longer, says so in the log, and goes on by itself", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server, { DEAF_LIMIT: "15s" });
    await node.api.mustCreate({ longUrl, alias: "known" });
    expect(await meaningOfKnown(node)).toBe(302);
    await server.signal("SIGSTOP");
    await untilUnready(node);
    expect(await meaningOfKnown(node)).toBe(302);
    await untilKnownIs(node, "503 STORE_UNAVAILABLE");
    expect(node.program.output()).toContain("Changes by other processes cannot be heard; trying again.");
    await server.signal("SIGCONT");
    await untilKnownIs(node, 302);
    await eventually(generousMs, "Readiness", async () => ((await isReady(node)) ? true : undefined));
  });

  it("follows nothing that may have changed where DEAF_LIMIT is 0", async () => {
    await using server = await startPostgres();
    await using node = await startNode(server, { DEAF_LIMIT: "0ms" });
    await node.api.mustCreate({ longUrl, alias: "known" });
    expect(await meaningOfKnown(node)).toBe(302);
    await server.signal("SIGSTOP");
    await untilKnownIs(node, "503 STORE_UNAVAILABLE");
    await server.signal("SIGCONT");
    await untilKnownIs(node, 302);
  });
});

async function meaningOfKnown({ api }: Node): Promise<number | string> {
  return meaningOf(await api.follow("known"));
}

function untilKnownIs(node: Node, meaning: number | string): Promise<true> {
  return eventually(generousMs, `That the link is ${meaning}`, async () =>
    (await meaningOfKnown(node)) === meaning ? true : undefined,
  );
}

/** Changes were not heard for a second, or the store did not answer. */
function untilUnready(node: Node): Promise<true> {
  return eventually(generousMs, "That it is not ready", async () => ((await isReady(node)) ? undefined : true));
}
