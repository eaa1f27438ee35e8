import { expect, it } from "vitest";
import { createTextJoiner } from "../src/text-joiner.ts";
import { createTextPump } from "../src/text-pump.ts";

/** Five texts, of which three go into a payload. */
function setUp(deliver: (payload: string) => Promise<unknown>) {
  const joiner = createTextJoiner({ maxBytes: 6, maxTexts: 100 });
  for (const text of ["a", "b", "c", "d", "e"]) joiner.add(text);
  return createTextPump(joiner, deliver, 1);
}

it("counts every text of a payload that could not be sent", async () => {
  const sent: string[] = [];
  const pump = setUp(async (payload) => {
    if (payload.includes("a")) throw new Error("broken");
    sent.push(payload);
  });
  await pump.drain(60_000);
  expect(sent).toEqual(["d\ne"]);
  expect(pump.failed()).toBe(3);
});

it("counts the texts that are left when it gives up, and those under way once it is known that they failed", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const pump = setUp(() => promise);
  await pump.drain(0);
  expect(pump.failed()).toBe(2);
  reject(new Error("closed"));
  await promise.catch(() => undefined);
  expect(pump.failed()).toBe(5);
});
