import type { AcquireOutcome, AcquireRequest, Lease } from "@narrows/codes";
import type { ArchiveOutcome, ArchiveRequest } from "../../archive.ts";
import type { SpendOutcome, SpendRequest } from "../../click-budget.ts";
import type { ApiKey } from "../../key-store.ts";
import type {
  ChangeOutcome,
  CreateCommand,
  CreateOutcome,
  DeleteCommand,
  EditCommand,
  IdempotencyRecord,
  QuarantineCommand,
  RepeatOutcome,
} from "../../link-store.ts";
import type { LinkKey } from "../../link.ts";
import type { Report, ReportLimits } from "../../safety/report-store.ts";
import type { WalkClaim } from "../../safety/safety-store.ts";
import type { PackedBatches } from "./packed-batch.ts";

/** Everything that changes the database: what goes to the writer thread, and what comes back. */
export type Writes = {
  readonly create: { readonly argument: CreateCommand; readonly result: CreateOutcome };
  readonly keepAnswer: {
    readonly argument: { readonly record: IdempotencyRecord; readonly key: LinkKey | null; readonly now: number };
    readonly result: { readonly kind: "kept" } | RepeatOutcome;
  };
  readonly edit: { readonly argument: EditCommand; readonly result: ChangeOutcome };
  readonly delete: { readonly argument: DeleteCommand; readonly result: ChangeOutcome };
  readonly quarantine: { readonly argument: QuarantineCommand; readonly result: ChangeOutcome };
  readonly spendClick: { readonly argument: SpendRequest; readonly result: SpendOutcome };
  /** The result is the last number reserved. */
  readonly reserveNumbers: { readonly argument: { readonly count: number }; readonly result: number };
  readonly purgeIdempotency: {
    readonly argument: { readonly now: number; readonly limit: number };
    readonly result: number;
  };
  readonly purgeChanges: {
    readonly argument: { readonly keep: number; readonly limit: number };
    readonly result: number;
  };
  readonly archiveExpired: { readonly argument: ArchiveRequest; readonly result: ArchiveOutcome };
  readonly dropArchiveMonth: { readonly argument: { readonly month: number }; readonly result: boolean };
  readonly ping: { readonly argument: null; readonly result: null };
  readonly createKey: {
    readonly argument: { readonly key: ApiKey; readonly secretHash: Uint8Array };
    readonly result: null;
  };
  readonly acquireLease: { readonly argument: AcquireRequest; readonly result: AcquireOutcome };
  readonly renewLease: {
    readonly argument: { readonly lease: Lease; readonly ttlMs: number };
    readonly result: boolean;
  };
  readonly releaseLease: { readonly argument: Lease; readonly result: boolean };
  /** The result is how many epochs the slot with the fewest has left. */
  readonly jumpEpochs: { readonly argument: { readonly by: number }; readonly result: number };
  /** Undefined: somebody else has the walk. */
  readonly takeWalk: { readonly argument: WalkClaim; readonly result: string | undefined };
  readonly saveWalk: { readonly argument: WalkClaim & { readonly state: string }; readonly result: boolean };
  readonly releaseWalk: { readonly argument: { readonly holder: string }; readonly result: null };
  readonly keepFinding: {
    readonly argument: { readonly key: LinkKey; readonly digest: Uint8Array; readonly now: number };
    readonly result: null;
  };
  readonly addReport: {
    readonly argument: { readonly report: Omit<Report, "id">; readonly limits: ReportLimits };
    readonly result: boolean;
  };
  readonly removeReport: { readonly argument: { readonly id: number }; readonly result: boolean };
  readonly removeReportsOf: { readonly argument: { readonly key: LinkKey }; readonly result: number };
  readonly revokeKey: { readonly argument: { readonly id: string; readonly now: number }; readonly result: boolean };
};

export type WriteName = keyof Writes;

/** One command; the type parameter ties the argument to the name. */
export type WriteCommand<Name extends WriteName = WriteName> = {
  readonly [N in Name]: { readonly name: N; readonly argument: Writes[N]["argument"] };
}[Name];

/**
 * What the writer thread is asked: to carry out a batch, or those of several processes, or whether closing may empty and
 * remove the log.
 */
export type WriterQuestion = readonly WriteCommand[] | PackedBatches | "may-empty-log";

/** How each command is carried out, inside the writer's transaction. */
export type WriteHandlers = {
  readonly [Name in WriteName]: (argument: Writes[Name]["argument"]) => Writes[Name]["result"];
};

/** The answer to a batch, after its commit. */
export type BatchAnswer = {
  /** In the order of the commands; undefined for a command that was refused. */
  readonly results: readonly unknown[];
  readonly refusals: readonly Refusal[];
  readonly commitMs: number;
};

/** A command whose row breaks a rule of the schema; the others of its batch are not touched by it. */
export type Refusal = { readonly index: number; readonly reason: string };
