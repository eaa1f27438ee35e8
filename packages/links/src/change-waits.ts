import type { Unheard } from "./link-event.ts";

export type ChangeWaitsOptions = {
  readonly deadlineMs: number;
  readonly maxWaits: number;
  /** Names the nodes to wait for; undefined as long as not all of them may be known. */
  readonly quorum: () => readonly string[] | undefined;
  /** Names of nodes where the deadline comes before it is known whom to wait for. */
  readonly suspects: () => Unheard;
};

type Wait = {
  readonly heard: Set<string>;
  isCarried: boolean;
  /** Set once: who joins later cannot remember what was before the change. */
  missing: Set<string> | undefined;
  /** Who is named if it never comes to that. */
  readonly suspects: Unheard;
  readonly settle: (unheard: Unheard) => void;
  readonly timer: NodeJS.Timeout;
};

/** Answers that are held until every live node has said that it follows a change. */
export class ChangeWaits {
  readonly #options: ChangeWaitsOptions;
  readonly #waits = new Map<number, Wait>();

  constructor(options: ChangeWaitsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waits.size;
  }

  /** @returns Undefined when so many wait already that this one must not. */
  begin(id: number): Promise<Unheard> | undefined {
    const { maxWaits, deadlineMs, suspects } = this.#options;
    if (this.#waits.size >= maxWaits) return undefined;
    const { promise, resolve: settle } = Promise.withResolvers<Unheard>();
    const timer = setTimeout(() => this.#giveUp(id), deadlineMs);
    const known = { isCarried: false, missing: undefined, suspects: suspects() };
    this.#waits.set(id, { heard: new Set(), ...known, settle, timer });
    return promise;
  }

  /** Whom an answer must name that nobody is waited for with. */
  everybody(): Unheard {
    const { quorum, suspects } = this.#options;
    return quorum() ?? suspects();
  }

  /** The change itself came back over the bus, so it has reached everybody who can be reached. */
  carried(id: number): void {
    const wait = this.#waits.get(id);
    if (wait === undefined) return;
    wait.isCarried = true;
    this.#judge(id, wait);
  }

  heard(id: number, name: string): void {
    const wait = this.#waits.get(id);
    if (wait === undefined) return;
    wait.heard.add(name);
    wait.missing?.delete(name);
    this.#judge(id, wait);
  }

  /** Nobody needs to wait for this node any more. */
  left(name: string): void {
    for (const [id, wait] of this.#waits) if (wait.missing?.delete(name) === true) this.#judge(id, wait);
  }

  /** Judges anew those whose nodes could not be named before. */
  judge(): void {
    for (const [id, wait] of this.#waits) if (wait.missing === undefined) this.#judge(id, wait);
  }

  /** Answers all that wait, as if their time were over. */
  end(): void {
    for (const id of this.#waits.keys()) this.#giveUp(id);
  }

  #judge(id: number, wait: Wait): void {
    if (wait.missing === undefined && wait.isCarried) {
      const names = this.#options.quorum()?.filter((name) => !wait.heard.has(name));
      wait.missing = names === undefined ? undefined : new Set(names);
    }
    if (wait.missing?.size === 0) this.#finish(id, wait, []);
  }

  #giveUp(id: number): void {
    const wait = this.#waits.get(id);
    if (wait !== undefined) this.#finish(id, wait, wait.missing === undefined ? wait.suspects : [...wait.missing]);
  }

  #finish(id: number, wait: Wait, unheard: Unheard): void {
    this.#waits.delete(id);
    clearTimeout(wait.timer);
    wait.settle(unheard);
  }
}
