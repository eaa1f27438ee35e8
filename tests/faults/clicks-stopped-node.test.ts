import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../program/deadline.ts";
import type { Program } from "../program/program.ts";
import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import { createLink, followTimes, untilAccounted } from "./clicks/served-clicks.ts";
import { generousMs, startNode } from "./postgres/node.ts";

/** Up to when all is counted, in milliseconds since 1970. */
async function asOfAt({ http, admin }: Program, alias: string): Promise<number> {
  const answer = await http.ask("GET", `/v1/urls/${alias}/stats`, { headers: admin });
  const { clickCount } = answer.json() as { readonly clickCount: { readonly asOf: string } };
  return Date.parse(clickCount.asOf);
}

describe.skipIf(postgresProgram() === undefined)("a node that is stopped in good order and never comes back", () => {
  it("has all of its clicks counted, and keeps no report waiting", { timeout: 180_000 }, async () => {
    await using server = await startPostgres();
    await using stays = await startNode(server, { NODE_NAME: "stays" });
    await using leaves = await startNode(server, { NODE_NAME: "leaves" });
    await createLink(stays.program, "left");
    for (const { program } of [stays, leaves]) await followTimes(program, "left", 3);
    await untilAccounted(stays.program, "left", 6);
    await followTimes(leaves.program, "left", 3);
    await leaves.program.stop();
    await rm(leaves.program.dataDir, { recursive: true });
    const stoppedAt = Date.now();
    const { stored } = await untilAccounted(stays.program, "left", 9);
    expect(stored).toBe(9);
    await eventually(generousMs, "Reports that wait for the node no longer", async () =>
      (await asOfAt(stays.program, "left")) > stoppedAt ? true : undefined,
    );
  });
});
