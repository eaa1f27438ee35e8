import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { guarded } from "./guarded.ts";
import { answer } from "./hand-store.ts";
import { settled } from "./hand-timers.ts";

const run = promisify(execFile);

test.each([
  ["hears of a store that hangs before it ends, and ends", "hangs", "STORE_DEADLINE\ndone\n"],
  ["is not kept by a deadline whose call was answered", "answers", "answered\ndone\n"],
])("a program that does nothing else %s", async (_, mode, said) => {
  const file = join(import.meta.dirname, "fixtures", "nothing-else.ts");
  const { stdout } = await run(process.execPath, [file, mode], { timeout: 60_000 });
  expect(stdout).toBe(said);
});

test("a call keeps the program alive until it is answered or its deadline is over, and no longer", async () => {
  const { charge, timers, raw, store } = guarded({ deadlineMs: 20 });
  const held: number[] = [];
  const note = async () => {
    await settled();
    held.push(timers.held);
  };
  charge();
  charge();
  await note();
  raw.calls[0]?.resolve(answer);
  await note();
  raw.calls[1]?.resolve(answer);
  await note();
  // By the same timer, which is still set.
  charge();
  await note();
  await timers.advance(21);
  await note();
  charge();
  await note();
  void store.close();
  await note();
  raw.last().resolve();
  await note();
  expect(held).toEqual([1, 1, 0, 1, 0, 1, 1, 0]);
});
