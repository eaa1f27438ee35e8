import { expect, it } from "vitest";
import { describeEdge } from "./describe-edge.ts";
import { openEdgeSetUp } from "./edge-set-up.ts";
import { blindVarnish, startVarnish, varnishProgram } from "./varnish-edge.ts";

describeEdge({ name: "Varnish", program: varnishProgram(), start: startVarnish, blind: blindVarnish });

it.skipIf(varnishProgram() === undefined)("Varnish takes purges by whatever name its machine is asked", async () => {
  await using edge = await openEdgeSetUp({ start: startVarnish });
  const code = await edge.keepLink("https://example.com/");
  const before = edge.door.asked(`/${code}`);
  const purge = { host: "127.0.0.1", "narrows-domain": "sho.rt", "narrows-code": code, "content-length": "0" };
  expect((await edge.visit("/~/purge", { method: "POST", headers: purge })).status).toBe(200);
  expect((await edge.visit(`/${code}`)).status).toBe(302);
  expect(edge.door.asked(`/${code}`)).toBe(before + 1);
  expect((await edge.visit(`/${code}`, { headers: { host: "127.0.0.1" } })).status).toBe(421);
});
