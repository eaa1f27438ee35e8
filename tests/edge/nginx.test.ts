import { expect, it } from "vitest";
import { describeEdge } from "./describe-edge.ts";
import { openEdgeSetUp } from "./edge-set-up.ts";
import { blindNginx, nginxProgram, startNginx } from "./nginx-edge.ts";

describeEdge({ name: "nginx", program: nginxProgram(), start: startNginx, blind: blindNginx });

it.skipIf(nginxProgram() === undefined)("nginx takes purges by whatever name its machine is asked", async () => {
  await using edge = await openEdgeSetUp({ start: startNginx });
  const purge = { host: "127.0.0.1", "narrows-domain": "sho.rt", "narrows-code": "abc", "content-length": "0" };
  expect((await edge.visit("/~/purge", { method: "POST", headers: purge })).status).toBe(204);
  await edge.untilListed("abc");
  await expect(edge.visit("/abc", { headers: { host: "127.0.0.1" } })).rejects.toThrow("socket hang up");
});
