import type { Visit } from "../visit.ts";
import { noDrops, type DropCounts, type DropReason } from "./drop-reason.ts";
import { keepOneOf } from "./keep-one-of.ts";
import type { MicroBatch } from "./micro-batch.ts";
import { bytesOfVisit } from "./visit-bytes.ts";

export type VisitBufferOptions = {
  readonly maxVisits: number;
  readonly maxBytes: number;
  readonly maxBatch: number;
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
    batch.buffered += 1;
    batch.bytes += bytes;
    this.#buffered += 1;
    this.#bytes += bytes;
    if (batch.visits.length >= this.#options.maxBatch) this.#open = undefined;
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

  /** One visit of a batch could not be described. */
  dropOne(batch: MicroBatch): void {
    if (!this.#batches.includes(batch)) return;
    batch.buffered -= 1;
    this.#buffered -= 1;
    this.#dropped["not-described"] += 1;
  }

  /** A batch leaves: the log has taken it, or it is given up. Does nothing for one that has left already. */
  remove(batch: MicroBatch, outcome: "taken" | DropReason): void {
    const index = this.#batches.indexOf(batch);
    if (index === -1) return;
    this.#batches.splice(index, 1);
    this.#hasRefused = false;
    if (batch === this.#open) this.#open = undefined;
    this.#buffered -= batch.buffered;
    this.#bytes -= batch.bytes;
    if (outcome === "taken") this.#taken += batch.buffered;
    else this.#dropped[outcome] += batch.buffered;
    for (const tell of batch.waiters) tell();
  }

  removeAll(reason: DropReason): void {
    for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) this.remove(batch, reason);
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

  #begin(oldestAt: number): OpenBatch {
    const batch: OpenBatch = { visits: [], clicks: [], buffered: 0, bytes: 0, oldestAt, waiters: [] };
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
