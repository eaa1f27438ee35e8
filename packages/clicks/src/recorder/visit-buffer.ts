import type { Visit } from "../visit.ts";
import { noDrops, type DropCounts, type DropReason } from "./drop-reason.ts";
import { keepOneOf } from "./keep-one-of.ts";
import type { MicroBatch } from "./micro-batch.ts";
import { bytesOfVisit } from "./visit-bytes.ts";

export type VisitBufferOptions = {
  readonly maxVisits: number;
  readonly maxBytes: number;
  readonly maxBatch: number;
  readonly maxBatchBytes: number;
  readonly overflow: "drop" | "sample";
  readonly random: () => number;
};

export type BufferCounts = {
  readonly recorded: number;
  readonly taken: number;
  readonly dropped: DropCounts;
  readonly buffered: number;
  readonly bufferedBytes: number;
};

/** A batch that is still collecting, with the array that it collects in. */
type OpenBatch = MicroBatch & { visits: Visit[] };

/**
 * Holds visits from the redirect to the log, within its bounds, and keeps the books: what was recorded was taken by the
 * log, or dropped for a reason, or is here.
 */
export class VisitBuffer {
  readonly #options: VisitBufferOptions;
  readonly #batches: MicroBatch[] = [];
  #open: OpenBatch | undefined;
  readonly #dropped: Record<DropReason, number> = { ...noDrops };
  #recorded = 0;
  #taken = 0;
  #buffered = 0;
  #bytes = 0;
  #hasRefused = false;

  constructor(options: VisitBufferOptions) {
    this.#options = options;
  }

  /** Takes a visit into a batch, or counts why not. */
  add(visit: Visit): MicroBatch | undefined {
    this.#recorded += 1;
    const bytes = bytesOfVisit(visit);
    const refusal = this.#refusalOf(bytes);
    if (refusal !== undefined) {
      this.#dropped[refusal] += 1;
      this.#hasRefused ||= refusal === "buffer-full";
      return undefined;
    }
    const batch = (this.#open ??= this.#begin(visit.at));
    batch.visits.push(visit);
    batch.bytes += bytes;
    this.#buffered += 1;
    this.#bytes += bytes;
    const { maxBatch, maxBatchBytes } = this.#options;
    if (batch.visits.length >= maxBatch || batch.bytes >= maxBatchBytes) this.#open = undefined;
    return batch;
  }

  /** Counts a visit that comes too late. */
  refuse(reason: DropReason): void {
    this.#recorded += 1;
    this.#dropped[reason] += 1;
  }

  /** The oldest batch, from now on closed to others. It stays in the buffer. */
  oldest(): MicroBatch | undefined {
    const [batch] = this.#batches;
    if (batch === this.#open) this.#open = undefined;
    return batch;
  }

  /** Whether the next batch needs not wait for others: it is full, or a redirect waits for it. */
  isDue(): boolean {
    const [batch] = this.#batches;
    return batch !== undefined && (batch !== this.#open || batch.waiters.length > 0);
  }

  /** The log has taken a batch, but for so many that could not be described. Does nothing for one that has left already. */
  take(batch: MicroBatch, leftOut: number): void {
    if (!this.#leave(batch)) return;
    this.#taken += batch.visits.length - leftOut;
    this.#dropped["not-described"] += leftOut;
  }

  /** A batch is given up. Does nothing for one that has left already. */
  drop(batch: MicroBatch, reason: DropReason): void {
    if (this.#leave(batch)) this.#dropped[reason] += batch.visits.length;
  }

  dropAll(reason: DropReason): void {
    for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) this.drop(batch, reason);
  }

  /** Whether a visit was refused for want of room since a batch left last. */
  hasRefused(): boolean {
    return this.#hasRefused;
  }

  isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** When the oldest visit was recorded, in milliseconds since 1970. */
  oldestAt(): number | undefined {
    return this.#batches[0]?.oldestAt;
  }

  counts(): BufferCounts {
    return {
      recorded: this.#recorded,
      taken: this.#taken,
      dropped: { ...this.#dropped },
      buffered: this.#buffered,
      bufferedBytes: this.#bytes,
    };
  }

  #leave(batch: MicroBatch): boolean {
    const index = this.#batches.indexOf(batch);
    if (index === -1) return false;
    this.#batches.splice(index, 1);
    this.#hasRefused = false;
    if (batch === this.#open) this.#open = undefined;
    this.#buffered -= batch.visits.length;
    this.#bytes -= batch.bytes;
    for (const tell of batch.waiters) tell();
    return true;
  }

  #begin(oldestAt: number): OpenBatch {
    const batch: OpenBatch = { visits: [], bytes: 0, oldestAt, waiters: [] };
    this.#batches.push(batch);
    return batch;
  }

  #refusalOf(bytes: number): DropReason | undefined {
    const { maxVisits, maxBytes, overflow, random } = this.#options;
    if (this.#buffered >= maxVisits || this.#bytes + bytes > maxBytes) return "buffer-full";
    if (overflow === "drop") return undefined;
    const kept = keepOneOf(Math.max(this.#buffered / maxVisits, this.#bytes / maxBytes));
    return kept > 1 && random() * kept >= 1 ? "sampled" : undefined;
  }
}
