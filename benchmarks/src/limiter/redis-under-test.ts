import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import type { BenchmarkContext } from "../benchmark.ts";
import { pinTo, startChild, type Child } from "../process/child.ts";
import { findFreePort } from "../process/free-port.ts";

const readyWithinMs = 10_000;

/** A Redis of one benchmark, empty at first. */
export interface RedisUnderTest extends AsyncDisposable {
  readonly port: number;
  /** User and system time of the thread that carries out commands, so far. */
  cpuSeconds(): Promise<number>;
  /** Stops it as it is: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
}

/** Starts redis-server on a free port of loopback, in a folder of its own, without persistence. */
export async function startRedis(context: BenchmarkContext, name: string): Promise<RedisUnderTest> {
  context.signal.throwIfAborted();
  const folder = join(context.folder, `redis-${name.replaceAll(/\W+/g, "-")}`);
  mkdirSync(folder);
  const port = await findFreePort();
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder, "--save", "", "--appendonly", "no"];
  const child = startChild({ command: "redis-server", args, folder, wrapper: pinTo(context.cores?.server) });
  const control = new Redis(port, "127.0.0.1", { retryStrategy: () => 20, maxRetriesPerRequest: null });
  control.on("error", () => undefined);
  const dispose = async (): Promise<void> => {
    control.disconnect();
    send(child, "SIGCONT");
    await child[Symbol.asyncDispose]();
  };
  try {
    await answered(control, child);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    port,
    cpuSeconds: async () => readCpu(await control.info("cpu")),
    freeze: () => send(child, "SIGSTOP"),
    thaw: () => send(child, "SIGCONT"),
    [Symbol.asyncDispose]: dispose,
  };
}

/** Until then, the client tries to connect again and again. */
async function answered(control: Redis, child: Child): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`redis-server does not answer:\n${child.output()}`)), readyWithinMs);
  });
  try {
    await Promise.race([control.ping(), passed]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whoever has ended needs no signal. */
function send({ pid }: Child, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Of the main thread, where Redis tells it (since 7.0); else of all its threads. */
function readCpu(info: string): number {
  const seconds = (field: string): number | undefined => {
    const found = new RegExp(`^${field}:([\\d.]+)`, "m").exec(info)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const of = (kind: string): number => seconds(`used_cpu_${kind}_main_thread`) ?? seconds(`used_cpu_${kind}`) ?? NaN;
  return of("user") + of("sys");
}
