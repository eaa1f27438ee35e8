/**
 * So many calls may be without an answer at once. Each holds one of the few threads that all of a process shares, and no
 * call can be taken back.
 */
const most = 2;

/** How long a call may take before nobody waits for it any more, in milliseconds. */
const defaultHungMs = 15_000;

/** What a call that has no answer in time throws, and one that cannot begin because of it. */
export class FilesHungError extends Error {
  constructor(detail = "The file system does not answer.") {
    super(detail);
    this.name = "FilesHungError";
  }
}

type Call = {
  isHung: boolean;
  /** Settles when it is answered or taken for hung. */
  judged: Promise<void>;
};

/**
 * Asks a file system that may not answer. While a call has no answer no other begins of the same subject, and no third one
 * of any: they wait, and fail at once when all that they wait for hang.
 */
export class FileCalls {
  readonly #hungMs: number;
  readonly #running = new Map<string, Call>();

  constructor(hungMs = defaultHungMs) {
    this.#hungMs = hungMs;
  }

  /** Whether a call of this subject was given up and has no answer yet. */
  isHung(subject: string): boolean {
    return this.#running.get(subject)?.isHung === true;
  }

  /**
   * @param work One call after the other, so that it holds one thread.
   * @throws What the work throws.
   * @throws {FilesHungError} When it has no answer in time, or cannot begin because of others.
   */
  async run<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    for (let before = this.#before(subject); before.length > 0; before = this.#before(subject)) {
      const awaited = before.filter(({ isHung }) => !isHung);
      if (awaited.length === 0) throw new FilesHungError();
      await Promise.race(awaited.map(({ judged }) => judged));
    }
    return this.#begin(subject, work);
  }

  /** What must have its answer first. */
  #before(subject: string): readonly Call[] {
    const same = this.#running.get(subject);
    if (same !== undefined) return [same];
    return this.#running.size < most ? [] : [...this.#running.values()];
  }

  #begin<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    const deadline = Promise.withResolvers<never>();
    const call: Call = { isHung: false, judged: Promise.resolve() };
    const timer = setTimeout(() => {
      call.isHung = true;
      deadline.reject(new FilesHungError(`The file system has not answered for ${this.#hungMs} ms.`));
    }, this.#hungMs);
    timer.unref();
    this.#running.set(subject, call);
    const working = begun(work).finally(() => {
      clearTimeout(timer);
      this.#running.delete(subject);
    });
    const answer = Promise.race([working, deadline.promise]);
    call.judged = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  }
}

/** Also what throws at once becomes its answer. */
async function begun<Result>(work: () => Promise<Result>): Promise<Result> {
  return work();
}
