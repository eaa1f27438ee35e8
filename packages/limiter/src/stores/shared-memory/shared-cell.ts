import type { Algorithm } from "../../algorithm.ts";
import type { Cell } from "../memory/decide-charges.ts";
import type { Row } from "../memory/row.ts";
import type { SharedCounter } from "./shared-counter.ts";
import type { KeyPlace, SharedQuota, SharedTable } from "./shared-table.ts";

/** One key of one policy while its bucket is locked. */
export class SharedCell implements Cell, KeyPlace {
  readonly algorithm: Algorithm;
  readonly place: SharedTable;
  readonly key: string;
  readonly bucket: number;
  readonly hash = new Int32Array(4);
  readonly #quota: SharedQuota;
  readonly #clock: () => number;

  /** @param clock What it was when all buckets were locked. */
  constructor(table: SharedTable, { quota, hashInto }: SharedCounter, text: string, clock: () => number) {
    hashInto(text, this.hash);
    this.algorithm = quota.algorithm;
    this.place = table;
    this.key = this.hash.join();
    this.bucket = table.bucketOf(this.hash);
    this.#quota = quota;
    this.#clock = clock;
  }

  view(): Row {
    return this.place.view(this, this.#quota, this.#clock());
  }

  touch(): Row {
    return this.place.touch(this, this.#quota, this.#clock());
  }

  take(cost: number): void {
    this.place.take(this, this.#quota, this.#clock(), cost);
  }

  exists(): boolean {
    return this.place.has(this);
  }

  remove(): void {
    this.place.remove(this);
  }
}
