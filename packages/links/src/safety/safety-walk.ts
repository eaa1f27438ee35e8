import type { LinkStore, ListPosition } from "../link-store.ts";
import type { Link, LinkKey } from "../link.ts";
import type { CheckedLink, SafetyStore } from "./safety-store.ts";
import { readWalkState, writeWalkState, type WalkState } from "./walk-state.ts";

export type SafetyWalkOptions = {
  readonly safety: SafetyStore;
  readonly store: Pick<LinkStore, "find" | "lastChange" | "changesAfter">;
  /** Judges links and does what follows; false: some could not be judged, so they must come again. */
  readonly judge: (links: readonly CheckedLink[]) => Promise<boolean>;
  /** What the checks know at present. */
  readonly edition: () => Promise<string>;
  /** Whether this very version was judged a moment ago, so that only a round must look at it. */
  readonly isJudged: (link: LinkKey & { readonly version: number }) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From the begin of one round to that of the next. */
  readonly recheckMs: number;
  readonly holder: string;
  readonly pageLinks: number;
  /** Links younger than this may not be committed yet. */
  readonly settleMs: number;
  readonly ttlMs: number;
};

/** Goes through the links of a store, wherever they were made, so that none is left unjudged. */
export interface SafetyWalk {
  /** Takes one step; what it was about decides when the next is due. */
  step(): Promise<WalkStep>;
  /** Gives the walk back. */
  release(): Promise<void>;
  /** Since when the oldest link waits for the walk that is known to; undefined: none, or somebody else walks. */
  oldestAt(): number | undefined;
  readonly isHeld: boolean;
}

/** `idle`: there is nothing to do at present; `stuck`: links could not be judged; `foreign`: somebody else walks. */
export type WalkStep = "walked" | "idle" | "stuck" | "foreign";

/** What one part of a step found. */
type Part = { readonly state: WalkState; readonly outcome: "walked" | "idle" | "stuck" };

/** One process walks at a time; see `SafetyStore` on what it means when two do. */
export function createSafetyWalk(options: SafetyWalkOptions): SafetyWalk {
  const { safety, now, holder, ttlMs } = options;
  let held: { readonly state: WalkState; readonly untilMs: number } | undefined;
  let behindAt: number | undefined;

  const claim = () => ({ holder, ttlMs, now: now() });
  const take = async (): Promise<WalkState | undefined> => {
    if (held !== undefined && now() < held.untilMs - ttlMs / 2) return held.state;
    const asked = claim();
    const text = await safety.takeWalk(asked);
    held = undefined;
    behindAt = undefined;
    if (text === undefined) return undefined;
    const state = readWalkState(text) ?? (await firstState(options));
    held = { state, untilMs: asked.now + ttlMs };
    return state;
  };
  const keep = async (state: WalkState): Promise<void> => {
    if (state === held?.state) return;
    const asked = claim();
    const isKept = await safety.saveWalk(asked, writeWalkState(state));
    held = isKept ? { state, untilMs: asked.now + ttlMs } : undefined;
  };

  return {
    async step() {
      const begun = await take();
      if (begun === undefined) return "foreign";
      const fresh = await stepFresh(options, begun);
      behindAt = fresh.outcome === "idle" ? undefined : fresh.state.fresh.createdAt;
      const changes = fresh.outcome === "stuck" ? fresh : await stepChanges(options, fresh.state);
      const round = changes.outcome === "stuck" ? changes : await stepRound(options, changes.state);
      await keep(round.state);
      if (round.outcome === "stuck") return "stuck";
      return [fresh, changes, round].some(({ outcome }) => outcome === "walked") ? "walked" : "idle";
    },
    async release() {
      if (held !== undefined) await safety.releaseWalk(holder);
      held = undefined;
    },
    oldestAt: () => behindAt,
    get isHeld() {
      return held !== undefined;
    },
  };
}

/** The first round takes what is there; what comes is fresh. */
async function firstState({ store, now, settleMs, edition }: SafetyWalkOptions): Promise<WalkState> {
  const changes = await store.lastChange();
  const startedAt = now();
  return {
    fresh: { createdAt: startedAt - settleMs, domain: "", code: "" },
    changes,
    round: { startedAt, edition: await edition(), after: undefined, isDone: false },
  };
}

async function stepFresh(options: SafetyWalkOptions, state: WalkState): Promise<Part> {
  const { safety, judge, isJudged, now, pageLinks, settleMs } = options;
  const page = await safety.linksByTime(state.fresh, now() - settleMs, pageLinks);
  if (page.last === undefined) return { state, outcome: "idle" };
  if (!(await judge(page.links.filter((link) => !isJudged(link))))) return { state, outcome: "stuck" };
  return { state: { ...state, fresh: page.last }, outcome: "walked" };
}

async function stepChanges(options: SafetyWalkOptions, state: WalkState): Promise<Part> {
  const { store, judge, isJudged, now, pageLinks } = options;
  const page = await store.changesAfter(state.changes, pageLinks);
  if (page.position === state.changes && page.isComplete) return { state, outcome: "idle" };
  const open: CheckedLink[] = [];
  // One after the other: the connections are those that changes are heard by.
  for (const change of page.changes.filter((found) => !isJudged(found))) {
    const link = checkedLink(await store.find(change), now());
    if (link !== undefined && !isJudged(link)) open.push(link);
  }
  if (!(await judge(open))) return { state, outcome: "stuck" };
  // What is no longer known of the log only a round finds.
  const round = page.isComplete ? state.round : { ...state.round, startedAt: now(), after: undefined, isDone: false };
  return { state: { ...state, changes: page.position, round }, outcome: "walked" };
}

async function stepRound(options: SafetyWalkOptions, state: WalkState): Promise<Part> {
  const { safety, judge, pageLinks } = options;
  const round = await roundDue(options, state);
  if (round === undefined) return { state, outcome: "idle" };
  const page = await safety.linksByTime(round.after, round.startedAt, pageLinks);
  if (!(await judge(page.links))) return { state, outcome: "stuck" };
  const after: ListPosition | undefined = page.last;
  const next = after === undefined ? { ...round, isDone: true } : { ...round, after };
  return { state: { ...state, round: next }, outcome: "walked" };
}

/** The round that is under way or begins now. */
async function roundDue({ edition, now, recheckMs }: SafetyWalkOptions, { round }: WalkState) {
  const known = await edition();
  const isOver = now() - round.startedAt >= recheckMs;
  if (known === round.edition && !(round.isDone && isOver)) return round.isDone ? undefined : round;
  return { startedAt: now(), edition: known, after: undefined, isDone: false };
}

/** What a check needs of a link; undefined: it leads nowhere at present, and coming back is a change. */
export function checkedLink(link: Link | undefined, now: number): CheckedLink | undefined {
  if (link === undefined || link.deletedAt !== null || link.quarantinedAt !== null || !link.enabled) return undefined;
  if (link.expiresAt !== null && link.expiresAt <= now) return undefined;
  const { domain, code, destination, version, updatedAt } = link;
  return { domain, code, destination, version, changedAt: updatedAt };
}
