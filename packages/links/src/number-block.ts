/**
 * Hands out numbers from blocks that are reserved durably before the first number of each is used. What is left of a
 * block at the end of the process is skipped: a number is never given out twice, and a few never at all.
 */
export class NumberBlock {
  readonly #size: number;
  readonly #reserve: (count: number) => Promise<number>;
  #next = 1;
  #last = 0;
  #refill: Promise<void> | undefined;

  /** @param reserve Reserves so many numbers for good and returns the last of them. */
  constructor(size: number, reserve: (count: number) => Promise<number>) {
    this.#size = size;
    this.#reserve = reserve;
  }

  async take(): Promise<bigint> {
    while (this.#next > this.#last) {
      this.#refill ??= this.#fill().finally(() => (this.#refill = undefined));
      await this.#refill;
    }
    const number = this.#next;
    this.#next += 1;
    return BigInt(number);
  }

  async #fill(): Promise<void> {
    const last = await this.#reserve(this.#size);
    this.#next = last - this.#size + 1;
    this.#last = last;
  }
}
