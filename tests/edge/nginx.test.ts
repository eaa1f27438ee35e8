import { expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { startProgram } from "../program/program.ts";
import { describeEdge } from "./describe-edge.ts";
import { openEdgeSetUp } from "./edge-set-up.ts";
import { blindNginx, startNginx } from "./nginx-edge.ts";
import { nginxProgram } from "./run-nginx.ts";

describeEdge({ name: "nginx", program: nginxProgram(), start: startNginx, blind: blindNginx });

it.skipIf(nginxProgram() === undefined)("nginx takes purges by whatever name its machine is asked", async () => {
  await using edge = await openEdgeSetUp({ start: startNginx });
  const purge = { host: "127.0.0.1", "narrows-domain": "sho.rt", "narrows-code": "abc", "content-length": "0" };
  expect((await edge.visit("/~/purge", { method: "POST", headers: purge })).status).toBe(204);
  await edge.untilListed("abc");
  await expect(edge.visit("/abc", { headers: { host: "127.0.0.1" } })).rejects.toThrow("socket hang up");
});

it.skipIf(nginxProgram() === undefined)("nginx asks another node about a code when one hangs", async () => {
  await using hung = await startProgram();
  hung.signal("SIGSTOP");
  const change = (text: string): string =>
    text.replace("keepalive 32;", `server 127.0.0.1:${hung.port}; keepalive 32;`);
  await using edge = await openEdgeSetUp({ start: startNginx, change });
  const { shortCode } = await edge.api.mustCreate({ longUrl: "https://example.com/" });
  const visits = async (): Promise<readonly number[]> => {
    const statuses: number[] = [];
    // Another query each time: nothing of it is kept.
    for (const n of [1, 2, 3, 4]) statuses.push((await edge.visit(`/${shortCode}?${n}`)).status);
    return statuses;
  };
  expect(await within(60_000, "Answers from the node that is well", visits())).toEqual([302, 302, 302, 302]);
});
