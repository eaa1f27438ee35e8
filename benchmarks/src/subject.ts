/** How to start a subject. */
export type StartOptions = {
  /** The folder that `fill` has filled. */
  readonly folder: string;
  /** A command that starts the subject and becomes it, such as `taskset -c 1`; empty: none. */
  readonly wrapper: readonly string[];
  /** Variables for this start, for subjects that have settings. */
  readonly settings: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** A server that answers redirects on a loopback port. */
export interface RunningSubject extends AsyncDisposable {
  readonly name: string;
  /** The root of the process tree whose CPU and memory are counted. */
  readonly pid: number;
  /** For example `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** From the spawn to the first redirect. */
  readonly startMs: number;
  /** How to create a link; undefined where the subject cannot. */
  readonly create: CreateRequest | undefined;
  /** Its Prometheus metrics by name, labels included; none where it has no metrics. */
  metrics(): Promise<ReadonlyMap<string, number>>;
}

/** A POST whose JSON body holds the destination in `field`, answered with 201. */
export type CreateRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly field: string;
};

/** One server to be measured. Each is one file in subjects/ that exports `subject`. */
export interface Subject {
  readonly name: string;
  /** How it is set up, in one sentence for the report. */
  readonly description: string;
  version(): Promise<string>;
  /** Why it cannot run on this machine; undefined when it can. */
  missing(): Promise<string | undefined>;
  /** Puts the first `links` links of the link set, at least one, into an empty folder. Not measured. */
  fill(folder: string, links: number): Promise<void>;
  /** How many links the file in a filled folder holds, while no process has it open; undefined: it has no file. */
  countLinks(folder: string): number | undefined;
  /** Removes what an earlier start has left behind to make the next one faster. */
  forgetStarts(folder: string): void;
  /** Resolves when it has answered a redirect. Rejects after a minute. */
  start(options: StartOptions): Promise<RunningSubject>;
}
