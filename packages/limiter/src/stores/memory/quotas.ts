import type { Algorithm } from "../../algorithm.ts";
import { freshRow } from "./convert-row.ts";
import type { Row } from "./row.ts";

export type Quota = {
  readonly algorithm: Algorithm;
  /** What a row of a key that is not stored looks like. For looking only. */
  readonly fresh: Row;
  /** What a row remembers of by which quota it was counted; -1: no row was. */
  index: number;
};

/** The quotas that a policy of one name and version has had. */
export class Quotas {
  readonly #byText = new Map<string, Quota>();
  #list: Quota[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The same one for algorithms with the same parameters. */
  of(algorithm: Algorithm): Quota {
    const text = `${algorithm.name} ${algorithm.microsPerTick} ${algorithm.parameters.join()}`;
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (this.#byText.size >= this.#max) this.#byText.clear();
    const quota = { algorithm, fresh: freshRow(algorithm), index: -1 };
    this.#byText.set(text, quota);
    return quota;
  }

  /** @param index One that a row remembers. */
  at(index: number): Quota {
    return this.#list[index] as Quota;
  }

  /** Gives it an index. @returns false when all are taken. */
  enlist(quota: Quota): boolean {
    if (this.#list.length >= this.#max) return false;
    quota.index = this.#list.length;
    this.#list.push(quota);
    return true;
  }

  /** Takes the indexes back. */
  clear(): void {
    for (const quota of this.#list) quota.index = -1;
    this.#list = [];
  }
}
