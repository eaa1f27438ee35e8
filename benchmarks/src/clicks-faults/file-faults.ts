import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BenchmarkContext } from "../benchmark.ts";
import { readBooks } from "./books.ts";
import type { Fault, FaultGroup, Scene } from "./fault.ts";
import { prepareClicking, startClickWriter } from "./start-clicking.ts";

const shiftedClock = fileURLToPath(new URL("../../../tests/faults/clicks/shifted-clock.js", import.meta.url));
const dayMs = 86_400_000;
const settings = { CLICKS: "memory", CLICK_WRITER: "off" };

/** Both with a writer apart, whose clock is right and which only the fault may pause. */
async function startBoth(
  context: BenchmarkContext,
  stack: AsyncDisposableStack,
  name: string,
  ofFaulty: Readonly<Record<string, string>> = {},
) {
  const start = async (folder: string, more: Readonly<Record<string, string>>) => {
    const clicking = await prepareClicking(context, folder, { ...settings, ...more });
    const server = stack.use(await clicking.start());
    return { server, writer: stack.use(startClickWriter(clicking, { CLICKS: "memory" })) };
  };
  const twin = await start(`${name}-twin`, {});
  return { twin: twin.server, ...(await start(name, ofFaulty)) };
}

const paused: Fault<undefined> = {
  name: "the writer paused",
  async prepare(context, _backends, stack) {
    const { writer, ...both } = await startBoth(context, stack, "paused");
    const toggle = (): void => void process.kill(writer.pid, "SIGUSR2");
    return {
      ...both,
      async begin() {
        // It can be paused once it has begun.
        while ((await readBooks(both.server)).stored === 0) await pause(100, undefined, { signal: context.signal });
        toggle();
      },
      end: async () => toggle(),
    };
  },
};

function wrongClock(name: string, folder: string, shiftMs: number): Fault<undefined> {
  return {
    name,
    async prepare(context, _backends, stack): Promise<Scene> {
      const clock = { NODE_OPTIONS: `--import=${shiftedClock}`, CLOCK_SHIFT_MS: String(shiftMs) };
      const { twin, server } = await startBoth(context, stack, folder, clock);
      return { twin, server };
    },
  };
}

/** What needs no server. */
export const fileFaults: FaultGroup<undefined> = {
  name: "writers and clocks",
  faults: [
    paused,
    wrongClock("the service's clock a day ahead", "ahead", dayMs),
    wrongClock("the service's clock a day behind", "behind", -dayMs),
  ],
  killed: { name: "CLICKS=memory", prepare: async () => ({ settings: { CLICKS: "memory" } }) },
  open: async () => undefined,
};
