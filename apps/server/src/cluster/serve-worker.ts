import { ConfigError, runUntilSignal, type Logger } from "@narrows/service";
import { systemClocks } from "../clocks.ts";
import { readServerConfig, type ServerConfig } from "../config.ts";
import { createServerLifecycle, type ServerOptions } from "../server.ts";
import { openServiceLog } from "../service-log.ts";
import type { Greeting } from "./messages.ts";
import { openWorkerChannel, type WorkerChannel } from "./worker-channel.ts";
import { createPlace, type WorkerState } from "./worker-place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A primary that takes longer to say the first word is none of ours. */
const helloDeadlineMs = 10_000;

/** How long the primary may take to hear the last words. */
const farewellDeadlineMs = 1_000;

/** Runs one of several processes behind one port until its primary or a signal stops it, and gives the exit code. */
export async function serveWorker(environment: Environment): Promise<number> {
  const asked = new AbortController();
  const state: WorkerState = { manner: "ending", readiness: undefined, metrics: undefined };
  const channel = openChannel(state, asked);
  // A terminal sends these to every process in it; what they mean is the primary's to decide.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  // Nobody restarts, counts or stops a worker without its primary.
  channel.lost.addEventListener("abort", () => asked.abort());
  const greeting = await channel.primary.ask("hello", null, helloDeadlineMs);
  const config = await readConfigOrTell(environment, channel);
  if (config === undefined) return 2;
  return run(config, { greeting, channel, state, asked: asked.signal });
}

function openChannel(state: WorkerState, asked: AbortController): WorkerChannel {
  return openWorkerChannel({
    stop(manner) {
      state.manner = manner;
      asked.abort();
      return null;
    },
    alive: () => null,
    checks: async () => (await state.readiness?.check()) ?? { isReady: false, checks: { worker: "starting" } },
    snapshot: async () => (await state.metrics?.snapshot()) ?? [],
  });
}

type RunParts = {
  readonly greeting: Greeting;
  readonly channel: WorkerChannel;
  readonly state: WorkerState;
  readonly asked: AbortSignal;
};

async function run(config: ServerConfig, { greeting, channel, state, asked }: RunParts): Promise<number> {
  const { primary, lost } = channel;
  const { log, flushLog, droppedLines } = openServiceLog(config.logLevel);
  const own: Logger = log.child({ worker: greeting.number });
  lost.addEventListener("abort", () => own.error("The primary is gone; stopping."));
  const options: ServerOptions = {
    config: shareOf(config, greeting),
    log: own,
    droppedLogLines: droppedLines,
    clocks: systemClocks,
    place: createPlace(greeting, channel, state),
    onListening: (listening) => void primary.ask("ready", listening).catch(() => undefined),
  };
  let said = Promise.resolve();
  const sayFault = (text: string): void => void (said = tellFault(channel, text));
  try {
    const lifecycle = createServerLifecycle(options);
    return await runUntilSignal(lifecycle, { log: own, flushLog, signals: ["SIGTERM"], asked, sayFault });
  } finally {
    await Promise.all([said, sayFarewell(channel, state), flushLog()]);
  }
}

/** Connections are spread evenly, and so is what they may be at most. */
function shareOf(config: ServerConfig, { askedPort }: Greeting): ServerConfig {
  return { ...config, port: askedPort, maxConnections: Math.ceil(config.maxConnections / config.workers) };
}

async function readConfigOrTell(environment: Environment, channel: WorkerChannel): Promise<ServerConfig | undefined> {
  try {
    return readServerConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await tellFault(channel, error.message);
    return undefined;
  }
}

async function tellFault({ primary }: WorkerChannel, text: string): Promise<void> {
  await primary.ask("fault", text, farewellDeadlineMs).catch(() => process.stderr.write(`${text.trimEnd()}\n`));
}

/** What was counted here stays in the sums of the whole. */
async function sayFarewell({ primary, lost }: WorkerChannel, { metrics }: WorkerState): Promise<void> {
  if (metrics === undefined || lost.aborted) return;
  await primary.ask("farewell", await metrics.snapshot(), farewellDeadlineMs).catch(() => undefined);
}
