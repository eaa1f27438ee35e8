import type { Connect } from "../../postgres/connect.ts";

export type OutboxLogOptions = {
  readonly connect: Connect;
  /** Where spools are: a folder that all processes of the node share, and that outlives them. */
  readonly spoolFolder: string;
  /** How long PostgreSQL is waited for; then the clicks go into the spool. Default: 150, for a redirect waits 250. */
  readonly appendMs?: number;
  /** Records that may wait in the outbox; with as many, clicks go into the spool. Default: 1,000,000. */
  readonly maxRecords?: number;
  /** Bytes that may wait in the spool of a process; with as many, clicks are dropped. Default: 1,073,741,824. */
  readonly maxSpoolBytes?: number;
  /** How often the backlog is looked at, and the spool is tried to be drained. Default: 500. */
  readonly lookMs?: number;
  /** How often it is looked for spools of processes that are gone, at most. Default: 10,000. */
  readonly adoptMs?: number;
  /** How long looking, draining a row and migrating may take. Default: 10,000. */
  readonly keepMs?: number;
  /** How long a close goes on to drain the spool; the rest stays for the next one. Default: 250. */
  readonly closeMs?: number;
  /** Called with what is wrong each time that clicks begin to go into the spool, and when the outbox has them again. */
  readonly onState?: (state: OutboxState) => void;
  /** Told of a spool or a file in it that cannot be read, locked or removed; the others are drained. Must not throw. */
  readonly onFault?: (error: unknown) => void;
};

/** Where clicks go, and why. */
export type OutboxState = { readonly kind: "outbox" } | { readonly kind: "spool"; readonly reason: string };

/** How much creates are to be held up: not at all, slowed down, or refused until the backlog is smaller. */
export type Pressure = "none" | "slow" | "refuse";

/** Plain numbers for metrics, counted since the start where nothing else is said. */
export type OutboxStats = {
  /** Where clicks go at present. */
  readonly target: OutboxState["kind"];
  readonly appended: { readonly outbox: number; readonly spool: number };
  /** Records that were taken out of the spool into the outbox. */
  readonly drained: number;
  /** Records that were not taken, neither here nor there. */
  readonly refused: number;
  /** At present; of the outbox, as of the last look. */
  readonly backlogRecords: number;
  readonly spoolRecords: number;
  /** The instant of the oldest click in the spool, in milliseconds since 1970; undefined: there is none. */
  readonly spoolOldestAt: number | undefined;
  readonly spoolBytes: number;
  readonly tornBytes: number;
  readonly brokenRecords: number;
};
