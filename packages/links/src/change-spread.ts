import type { ChangeBus } from "./change-bus.ts";
import { createChangeMembers, type ChangeMembers } from "./change-members.ts";
import { maxIdsPerMessage, readMessage, writeMessage, type ChangeMessage } from "./change-message.ts";
import { ChangeWaits } from "./change-waits.ts";
import type { Unheard } from "./link-event.ts";
import type { LinkChange } from "./link-store.ts";
import { waitAtMost } from "./within.ts";

export type ChangeSpreadOptions = {
  readonly bus: ChangeBus;
  /** This node's name, no other's: 1 to 80 of A-Z, a-z, 0-9, `.`, `_`, `-` and `:`. */
  readonly name: string;
  /** Told of each change by another node; when it returns, nothing older is served here. Never throws. */
  readonly onChange: (change: LinkChange) => void;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** Tells every node of a change at once, and who of them follows it. */
export interface ChangeSpread {
  /** Resolves when texts come in, or after a second at the latest. */
  start(): Promise<void>;
  /**
   * Tells of a change that is in the store.
   *
   * Resolves when every live node follows it; after a second with the names of those that did not say so, `*` for those
   * that cannot be named. By then these ask the store, or have read the change in its log. Never rejects.
   */
  publish(change: LinkChange): Promise<Unheard>;
  /** Says goodbye, answers who waits, and closes the bus. */
  stop(): Promise<void>;
  stats(): ChangeSpreadStats;
}

export type ChangeSpreadStats = {
  /** Other nodes that live. */
  readonly peers: number;
  /** Whether what this node says comes back to it, and therefore reaches others. */
  readonly isHeard: boolean;
  /** Answers that wait. */
  readonly waiting: number;
  /** Changes that this node told of, by what became of them. `overflow` was not waited for. */
  readonly published: Readonly<Record<"heard" | "unheard" | "overflow", number>>;
  /** Texts that came and were no message, or were of a future version. */
  readonly ignored: number;
  readonly received: number;
};

const beatMs = 250;
/** A node that was silent for so long leaves the quorum: its memory is not believed then, for it has not read the log. */
const maxSilenceMs = 1_000;
/** The time that a node needs at most to read the log or to stop believing its memory, so nothing old is left after it. */
const deadlineMs = 1_000;
/** After a start, or a time in which the bus was silent, others may need so long to be heard of again. */
const settleMs = 1_000;
/** Beyond this an answer names everybody and waits for nobody. */
const maxWaits = 1_000;

/** The time in which one's own words came back without a break. */
type Echo = { sinceMs: number; saidAtMs: number; heardAtMs: number };

type Spread = {
  readonly options: ChangeSpreadOptions;
  readonly members: ChangeMembers;
  readonly waits: ChangeWaits;
  readonly echo: Echo;
  readonly counts: { heard: number; unheard: number; overflow: number; ignored: number; received: number };
  /** What is to be said at the end of this turn: numbers of changes by the node that told of them. */
  readonly due: Map<string, number[]>;
  readonly firstEcho: PromiseWithResolvers<void>;
};

/** Spreads changes over a bus on which anything may be lost, doubled, late or foreign. */
export function createChangeSpread(options: ChangeSpreadOptions): ChangeSpread {
  const { bus, monotonicMs } = options;
  const spread = createState(options);
  const { members, waits, echo, counts } = spread;
  let beat: NodeJS.Timeout | undefined;
  let lastId = 0;
  const say = (asks: boolean): void => send(spread, { kind: "here", from: options.name, atMs: monotonicMs(), asks });
  return {
    async start() {
      await bus.open((text) => receive(spread, text));
      say(true);
      beat = setInterval(say, beatMs, false).unref();
      if (bus.stats().isConnected) await waitAtMost(maxSilenceMs, spread.firstEcho.promise);
    },
    async publish(change) {
      const id = (lastId += 1);
      const wait = waits.begin(id);
      send(spread, { kind: "change", from: options.name, id, change: plain(change) });
      if (wait === undefined) {
        counts.overflow += 1;
        return waits.everybody();
      }
      const unheard = await wait;
      counts[unheard.length === 0 ? "heard" : "unheard"] += 1;
      return unheard;
    },
    async stop() {
      clearInterval(beat);
      send(spread, { kind: "gone", from: options.name });
      waits.end();
      await bus.close();
    },
    stats() {
      const { ignored, received, ...published } = counts;
      const isHeard = monotonicMs() - echo.saidAtMs < maxSilenceMs;
      return { peers: members.live().length, isHeard, waiting: waits.size, published, ignored, received };
    },
  };
}

function createState(options: ChangeSpreadOptions): Spread {
  const { monotonicMs } = options;
  const members = createChangeMembers({ maxSilenceMs, monotonicMs });
  const never = Number.NEGATIVE_INFINITY;
  const echo: Echo = { sinceMs: never, saidAtMs: never, heardAtMs: never };
  const isSettled = (): boolean => {
    const nowMs = monotonicMs();
    return nowMs - echo.saidAtMs < maxSilenceMs && nowMs - echo.sinceMs >= settleMs;
  };
  const waits = new ChangeWaits({
    deadlineMs,
    maxWaits,
    quorum: () => (isSettled() ? members.live() : undefined),
    suspects: () => [...members.live(), "*"],
  });
  const counts = { heard: 0, unheard: 0, overflow: 0, ignored: 0, received: 0 };
  return { options, members, waits, echo, counts, due: new Map(), firstEcho: Promise.withResolvers() };
}

function receive(spread: Spread, text: string): void {
  const message = readMessage(text);
  if (message === undefined) {
    spread.counts.ignored += 1;
    return;
  }
  spread.counts.received += 1;
  if (message.from === spread.options.name) hearOneself(spread, message);
  else hearOther(spread, message);
}

function hearOneself({ waits, echo, options, firstEcho }: Spread, message: ChangeMessage): void {
  if (message.kind === "change") waits.carried(message.id);
  if (message.kind !== "here") return;
  const nowMs = options.monotonicMs();
  // What this node said it has said before now; a forged word would make the bus seem to carry for ever.
  if (message.atMs > nowMs) return;
  // Both: nothing was said for long, or what was said came all at once after a bus had hung.
  const gapMs = Math.max(message.atMs - echo.saidAtMs, nowMs - echo.heardAtMs);
  if (gapMs >= maxSilenceMs) echo.sinceMs = nowMs;
  echo.saidAtMs = Math.max(echo.saidAtMs, message.atMs);
  echo.heardAtMs = nowMs;
  firstEcho.resolve();
  waits.judge();
}

function hearOther(spread: Spread, message: ChangeMessage): void {
  const { members, waits, options } = spread;
  if (message.kind === "gone") {
    members.leave(message.from);
    waits.left(message.from);
    return;
  }
  members.hear(message.from);
  switch (message.kind) {
    case "here":
      if (message.asks) {
        send(spread, { kind: "here", from: options.name, atMs: options.monotonicMs(), asks: false });
      }
      return;
    case "change":
      options.onChange(message.change);
      promise(spread, message.from, message.id);
      return;
    case "heard":
      if (message.to === options.name) for (const id of message.ids) waits.heard(id, message.from);
  }
}

/** Says at the end of this turn that a change is followed, with others of the turn. */
function promise(spread: Spread, to: string, id: number): void {
  const { due } = spread;
  if (due.size === 0) setImmediate(() => keep(spread));
  const ids = due.get(to);
  if (ids === undefined) due.set(to, [id]);
  else ids.push(id);
}

function keep(spread: Spread): void {
  const { due, options } = spread;
  for (const [to, ids] of due) {
    for (let from = 0; from < ids.length; from += maxIdsPerMessage) {
      send(spread, { kind: "heard", from: options.name, to, ids: ids.slice(from, from + maxIdsPerMessage) });
    }
  }
  due.clear();
}

function send({ options }: Spread, message: ChangeMessage): void {
  options.bus.send(writeMessage(message));
}

/** Without what a whole link has in addition. */
function plain({ domain, code, version }: LinkChange): LinkChange {
  return { domain, code, version };
}
