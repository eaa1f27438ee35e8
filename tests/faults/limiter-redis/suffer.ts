import { setTimeout as wait } from "node:timers/promises";
import { createLimiter, type BreakerState, type OnFailure } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { Redis } from "ioredis";
import { eventually } from "../../program/deadline.ts";
import { startRunningClock, type RunningClock } from "../../program/running-clock.ts";
import { startRedis } from "../../services/redis-server.ts";
import type { Fault, Scene } from "./fault.ts";
import { libraries, type Link } from "./link.ts";
import { createPhase, startLoad, type Count, type Load, type Phase } from "./load.ts";

export const modes = ["open", "closed", "memory"] as const satisfies readonly OnFailure[];

/** Units an hour that a client has; none come back while a test runs. */
export const limit = 40;
export const liveNodes = 4;
/** Longer than the default: other programs share the machine with a test. */
export const deadlineMs = 250;

/** What one limiter went through. */
export type Suffered = {
  readonly library: string;
  readonly mode: OnFailure;
  /** Undefined: the server was not there then. */
  readonly before: Phase | undefined;
  readonly during: Phase;
  readonly after: Phase;
  /** What the greedy client was given in the store's place, from beginning to end. */
  readonly givenToGreedy: number;
  /** The slowest decision, in time that this process had. */
  readonly worstMs: number;
  /** Of the breaker, since the fault struck. */
  readonly states: readonly BreakerState[];
};

type Victim = {
  readonly mode: OnFailure;
  readonly link: Link;
  readonly load: Load;
  readonly states: BreakerState[];
};

const calmMs = 300;
const faultMs = 1_500;
/** Of each client, in each phase. */
const fewestAsked = 50;
/** Whatever is waited for comes within seconds, or never: the longest cool-down is one of a few. */
const patienceMs = 60_000;

/** Lets one fault happen to a Redis that limiters of each mode ask through each client, and takes it away again. */
export async function suffer(fault: Fault): Promise<readonly Suffered[]> {
  await using server = await startRedis();
  const isThere = fault.strike !== undefined;
  if (!isThere) await server.kill();
  const admin = new Redis({ host: "127.0.0.1", port: server.port, maxRetriesPerRequest: null });
  admin.on("error", () => {});
  using clock = startRunningClock();
  const victims = libraries.flatMap((library) => modes.map((mode) => createVictim(mode, library(server.port), clock)));
  const scene = {
    server,
    ask: (command: string, ...args: readonly string[]) => admin.call(command, ...args),
    links: victims.map(({ link }) => link),
  };
  const phases = await runPhases(fault, scene, victims);
  for (const { load, link } of victims) {
    await load.stop();
    link.disconnect();
  }
  admin.disconnect();
  return victims.map(({ mode, link: { library }, load: { givenToGreedy, worstMs }, states }, index) => {
    const [before, during, after] = phases.map((phase) => phase[index] ?? createPhase()) as [Phase, Phase, Phase];
    const seen = { during, after, before: isThere ? before : undefined };
    return { library, mode, ...seen, givenToGreedy, worstMs, states };
  });
}

/** @returns Before, during and after the fault, what was answered to whom. What goes with its coming and going is not in it. */
async function runPhases(fault: Fault, scene: Scene, victims: readonly Victim[]) {
  const enter = (): readonly Phase[] => {
    const entered = victims.map(createPhase);
    for (const [index, { load }] of victims.entries()) load.enter(entered[index] ?? createPhase());
    return entered;
  };
  if (fault.strike !== undefined) await allReturned(victims);
  const before = enter();
  if (fault.strike !== undefined) await lasting(before, calmMs);
  enter();
  await settled(before);
  for (const { states } of victims) states.length = 0;
  await fault.strike?.(scene);
  const during = enter();
  await lasting(during, faultMs);
  if (fault.takes === "everything") await allOpened(victims);
  enter();
  await settled(during);
  await fault.lift(scene);
  await allReturned(victims);
  const after = enter();
  await lasting(after, calmMs);
  enter();
  return [before, during, after];
}

/** A slow machine takes longer to ask as much. */
async function lasting(phases: readonly Phase[], atLeastMs: number): Promise<void> {
  await wait(atLeastMs);
  await eventually(patienceMs, "The questions of a phase", async () =>
    countsOf(phases).every(({ asked }) => asked >= fewestAsked) ? true : undefined,
  );
}

/** What was asked in one phase is answered before the next. */
async function settled(phases: readonly Phase[]): Promise<void> {
  await eventually(patienceMs, "The answers of a phase", async () =>
    countsOf(phases).every(({ asked, answered }) => answered === asked) ? true : undefined,
  );
}

function countsOf(phases: readonly Phase[]): readonly Count[] {
  return phases.flatMap(({ greedy, crowd }) => [greedy, crowd]);
}

function createVictim(mode: OnFailure, link: Link, clock: RunningClock): Victim {
  const states: BreakerState[] = [];
  const observer = { onBreaker: (state: BreakerState) => void states.push(state) };
  const store = redisStore(link.client, { onFailure: mode, nodes: liveNodes, deadlineMs, observer });
  const quota = { algorithm: "fixed-window", limit, windowMs: 3_600_000, alignment: "first-request" } as const;
  const limiter = createLimiter({ policy: { name: "hourly", version: `${link.library} ${mode}`, ...quota }, store });
  return { mode, link, states, load: startLoad(limiter, clock, createPhase()) };
}

function allOpened(victims: readonly Victim[]): Promise<true> {
  return eventually(patienceMs, "The end of asking the store", async () =>
    victims.every(({ states }) => states.includes("open")) ? true : undefined,
  );
}

function allReturned(victims: readonly Victim[]): Promise<true> {
  return eventually(patienceMs, "The return to the store", async () =>
    victims.every(({ load }) => load.ownInARow >= 20) ? true : undefined,
  );
}
