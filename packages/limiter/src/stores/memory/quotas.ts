import type { Algorithm } from "../../algorithm.ts";
import { freshRow, type CountedRow } from "./convert-row.ts";

/** What quotas share whose rows mean the same. */
export type Kind = {
  /** Of the one that was made last. */
  algorithm: Algorithm;
  /** What a row remembers of by what it was counted; -1: no row was. */
  index: number;
};

export type Quota = {
  readonly algorithm: Algorithm;
  /** What a row of a key that is not stored looks like. For looking only. */
  readonly fresh: CountedRow;
  readonly kind: Kind;
};

/** The quotas that a policy of one name and version has had. */
export class Quotas {
  readonly #byText = new Map<string, Kind>();
  #list: Kind[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  of(algorithm: Algorithm): Quota {
    const text = [algorithm.name, ...algorithm.parameters.with(1, 0)].join();
    const kind = this.#byText.get(text) ?? { algorithm, index: -1 };
    kind.algorithm = algorithm;
    if (this.#byText.size >= this.#max) this.#byText.clear();
    this.#byText.set(text, kind);
    return { algorithm, fresh: { ...freshRow(algorithm), algorithm }, kind };
  }

  /** @param index One that a row remembers. */
  at(index: number): Kind {
    return this.#list[index] as Kind;
  }

  /** Gives it an index. @returns false when all are taken. */
  enlist(kind: Kind): boolean {
    if (this.#list.length >= this.#max) return false;
    kind.index = this.#list.length;
    this.#list.push(kind);
    return true;
  }

  /** Takes the indexes back. */
  clear(): void {
    for (const kind of this.#list) kind.index = -1;
    this.#list = [];
  }
}
