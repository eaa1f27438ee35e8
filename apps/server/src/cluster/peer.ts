/** What may be asked over a channel: by topic, the question and its answer. */
export type Topics = Readonly<Record<string, { readonly question: unknown; readonly answer: unknown }>>;

/** Who answers each topic. What is thrown reaches the other end as its message. */
export type Handlers<Answers extends Topics> = {
  readonly [Topic in keyof Answers]: (
    question: Answers[Topic]["question"],
  ) => Answers[Topic]["answer"] | Promise<Answers[Topic]["answer"]>;
};

/** One end of a channel between two processes, each of which may ask the other. */
export interface Peer<Asks extends Topics> {
  /**
   * Rejects when the other end fails, is lost, or does not answer in time.
   *
   * @param deadlineMs Default: as long as the channel is there.
   */
  ask<Topic extends keyof Asks & string>(
    topic: Topic,
    question: Asks[Topic]["question"],
    deadlineMs?: number,
  ): Promise<Asks[Topic]["answer"]>;
  /** Takes a message of the channel; false when it is none of a peer's. */
  receive(message: unknown): boolean;
  /** Says that nothing comes any more: whoever waits is refused. */
  lose(): void;
}

type Message =
  | { readonly kind: "narrows:ask"; readonly id: number; readonly topic: string; readonly question: unknown }
  | { readonly kind: "narrows:answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "narrows:fault"; readonly id: number; readonly fault: string };

type Waiting = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
};

/**
 * Makes one end.
 *
 * @param send Sends, or does nothing when the channel is closed; never throws.
 */
export function createPeer<Asks extends Topics, Answers extends Topics>(
  send: (message: unknown) => void,
  handlers: Handlers<Answers>,
): Peer<Asks> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isLost = false;

  const take = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    clearTimeout(found?.timer);
    return found;
  };
  const fail = (id: number, message: string): void => take(id)?.reject(new Error(message));
  const say = (message: Message): void => send(message);
  const answer = async (id: number, topic: string, question: unknown): Promise<void> => {
    try {
      const handler = handlers[topic];
      if (handler === undefined) throw new Error(`Nobody answers ${topic} here.`);
      say({ kind: "narrows:answer", id, answer: await handler(question) });
    } catch (error) {
      say({ kind: "narrows:fault", id, fault: error instanceof Error ? error.message : String(error) });
    }
  };

  return {
    ask(topic, question, deadlineMs) {
      if (isLost) return Promise.reject(new Error("The other process is gone."));
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        const late = `The other process did not answer ${topic} within ${deadlineMs} ms.`;
        const timer = deadlineMs === undefined ? undefined : setTimeout(fail, deadlineMs, id, late);
        waiting.set(id, { resolve, reject, timer });
        say({ kind: "narrows:ask", id, topic, question });
      });
    },
    receive(received) {
      if (!isMessage(received)) return false;
      if (received.kind === "narrows:ask") void answer(received.id, received.topic, received.question);
      else if (received.kind === "narrows:answer") take(received.id)?.resolve(received.answer);
      else fail(received.id, received.fault);
      return true;
    },
    lose() {
      isLost = true;
      for (const id of waiting.keys()) fail(id, "The other process is gone.");
    },
  };
}

const kinds: ReadonlySet<unknown> = new Set<Message["kind"]>(["narrows:ask", "narrows:answer", "narrows:fault"]);

/** Both ends are this program; other users of the channel have kinds of their own. */
function isMessage(received: unknown): received is Message {
  return typeof received === "object" && received !== null && "kind" in received && kinds.has(received.kind);
}
