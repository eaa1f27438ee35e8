/** What waits, and who has asked for it. */
type Asked = { readonly asker: string };

/**
 * A queue in which askers take turns: what one asks for waits behind one thing of each other at most, not behind all that
 * another has asked for. What one asks for comes in its order.
 */
export class Turns<Item extends Asked> {
  /** Whose turn is next is first. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: Item): void {
    const own = this.#waiting.get(item.asker);
    if (own === undefined) this.#waiting.set(item.asker, [item]);
    else own.push(item);
    this.#size += 1;
  }

  take(): Item | undefined {
    for (const [asker, own] of this.#waiting) {
      const item = own.shift();
      this.#size -= 1;
      this.#waiting.delete(asker);
      if (own.length > 0) this.#waiting.set(asker, own);
      return item;
    }
    return undefined;
  }

  /** Takes the newest of whoever waits for most, so that there is room for another asker. Undefined: that is the asker itself. */
  takeOfGreediest(asker: string): Item | undefined {
    let most: Item[] = [];
    for (const own of this.#waiting.values()) if (own.length > most.length) most = own;
    const ownLength = this.#waiting.get(asker)?.length ?? 0;
    const last = most.at(-1);
    if (last === undefined || most.length <= ownLength + 1) return undefined;
    this.remove(last);
    return last;
  }

  /** @returns Whether it waited. */
  remove(item: Item): boolean {
    const own = this.#waiting.get(item.asker) ?? [];
    const index = own.indexOf(item);
    if (index === -1) return false;
    own.splice(index, 1);
    this.#size -= 1;
    if (own.length === 0) this.#waiting.delete(item.asker);
    return true;
  }

  takeAll(): readonly Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#size = 0;
    return all;
  }
}
