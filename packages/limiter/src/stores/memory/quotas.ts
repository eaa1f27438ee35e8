import type { Algorithm } from "../../algorithm.ts";
import { freshRow } from "./convert-row.ts";
import type { Row } from "./row.ts";

/** What quotas share whose rows mean the same. */
export type RowKind = {
  /** Of the one that was made last. */
  algorithm: Algorithm;
  /** What a row remembers of by what it was counted; -1: no row was. */
  kindIndex: number;
};

export type Quota = {
  readonly algorithm: Algorithm;
  /** What a row of a key that is not stored looks like. For looking only. */
  readonly fresh: Row;
  readonly rowKind: RowKind;
};

/** The quotas that a policy of one name and version has had. */
export class Quotas {
  readonly #byText = new Map<string, RowKind>();
  readonly #list: RowKind[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  of(algorithm: Algorithm): Quota {
    const text = algorithm.name + algorithm.parameters.with(1, 0).join();
    const kind = this.#byText.get(text) ?? { algorithm, kindIndex: -1 };
    kind.algorithm = algorithm;
    if (this.#byText.size >= this.#max) this.#byText.clear();
    this.#byText.set(text, kind);
    return { algorithm, fresh: freshRow(algorithm), rowKind: kind };
  }

  /** @param index One that a row remembers. */
  at(index: number): RowKind {
    return this.#list[index] as RowKind;
  }

  /** Gives it an index. @returns false when all were taken: then no row's holds any more. */
  enlist(kind: RowKind): boolean {
    if (kind.kindIndex >= 0) return true;
    const isFull = this.#list.length >= this.#max;
    if (isFull) for (const other of this.#list.splice(0)) other.kindIndex = -1;
    kind.kindIndex = this.#list.push(kind) - 1;
    return !isFull;
  }
}
