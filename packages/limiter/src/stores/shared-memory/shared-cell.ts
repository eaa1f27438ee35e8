import { keyText } from "../../key-text.ts";
import type { Charge } from "../../store.ts";
import type { Cell } from "../memory/decide-charges.ts";
import type { Row } from "../memory/row.ts";
import type { SharedCounter } from "./shared-counter.ts";
import type { KeyPlace, SharedQuota, SharedTable } from "./shared-table.ts";

/** One key of one policy while its bucket is locked. */
export class SharedCell implements Cell, KeyPlace {
  readonly charge: Charge;
  readonly keptIn: SharedTable;
  readonly key: string;
  wait = -1;
  readonly bucket: number;
  readonly hash = new Int32Array(4);
  readonly #quota: SharedQuota;
  readonly #clock: () => number;

  /** @param clock What it was when all buckets were locked. */
  constructor(charge: Charge, table: SharedTable, { quota, hashInto }: SharedCounter, clock: () => number) {
    hashInto(keyText(charge.key, charge.policy.by), this.hash);
    this.charge = charge;
    this.keptIn = table;
    this.key = this.hash.join();
    this.bucket = table.bucketOf(this.hash);
    this.#quota = quota;
    this.#clock = clock;
  }

  rowFor(): Row {
    return this.keptIn.rowFor(this, this.#quota, this.#clock());
  }

  touch(): Row {
    return this.keptIn.touch(this, this.#quota, this.#clock());
  }

  take(cost: number): void {
    this.keptIn.take(this, this.#quota, this.#clock(), cost);
  }

  exists(): boolean {
    return this.keptIn.has(this);
  }

  drop(): void {
    this.keptIn.drop(this);
  }
}
