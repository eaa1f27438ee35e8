import type { BenchmarkContext } from "../benchmark.ts";
import type { RunningSubject } from "../subject.ts";

/** A service under a fault, beside its twin: the same service, set up alike, without the fault. */
export type Scene = {
  readonly twin: RunningSubject;
  readonly server: RunningSubject;
  /** Does the fault to `server`, where it does not stand since the start. */
  readonly begin?: () => Promise<void>;
  /** Clicks of the link that `begin` makes itself. Default: none. */
  readonly made?: number;
  /** Mends it; undefined: there is nothing to mend. */
  readonly end?: () => Promise<void>;
};

/** One thing that goes wrong. `Backends` is what it is done to, of which one stays whole for the twin. */
export type Fault<Backends> = {
  readonly name: string;
  /** How long redirects come during the fault, all rounds together; undefined: as long as to the twin. */
  readonly holdSeconds?: number;
  /** Why it cannot be shown here; undefined where it can. */
  readonly missing?: () => Promise<string | undefined>;
  /** Starts both. What it opens it leaves to `stack`. */
  prepare(context: BenchmarkContext, backends: Backends, stack: AsyncDisposableStack): Promise<Scene>;
};

/** A way of clicks in which the service itself is killed. */
export type Killed<Backends> = {
  /** The setting that chooses it. */
  readonly name: string;
  prepare(backends: Backends): Promise<Killable>;
};

export type Killable = {
  readonly settings: Readonly<Record<string, string>>;
  /** How many clicks the log has by its own word, where it can be asked and others read it only after a while. */
  readonly inLog?: () => Promise<number>;
};

/** Faults of one kind of backend. */
export type FaultGroup<Backends> = {
  /** As it stands behind "the faults of". */
  readonly name: string;
  readonly faults: readonly Fault<Backends>[];
  readonly killed?: Killed<Backends>;
  /** What a redirect may wait at the most, where it waits for its click at all. */
  readonly mostWaitMs?: number;
  open(context: BenchmarkContext, stack: AsyncDisposableStack): Promise<Backends>;
};

/** Two of a backend. */
export type Pair<Backend> = { readonly whole: Backend; readonly faulty: Backend };

/** Opens two of them at the same time. */
export async function openPair<Backend extends AsyncDisposable>(
  stack: AsyncDisposableStack,
  open: () => Promise<Backend>,
): Promise<Pair<Backend>> {
  const [whole, faulty] = await Promise.all([open(), open()].map(async (each) => stack.use(await each)));
  if (whole === undefined || faulty === undefined) throw new Error("Two were to be opened.");
  return { whole, faulty };
}
