import { splitTexts, type TextJoiner } from "./text-joiner.ts";

/** Sends joined texts, a few payloads at a time. */
export interface TextPump {
  /** Sends at the end of this turn what has been added. */
  start(): void;
  /** Texts that could not be sent. */
  failed(): number;
  /** Sends what waits; gives up after `deadlineMs`. Afterwards nothing is sent any more. */
  drain(deadlineMs: number): Promise<void>;
}

/** @param deliver Sends one payload; rejects when it was not sent. A payload is never sent again. */
export function createTextPump(
  joiner: TextJoiner,
  deliver: (payload: string) => Promise<unknown>,
  maxUnderWay: number,
): TextPump {
  let underWay = 0;
  let failed = 0;
  let isScheduled = false;
  let isEnded = false;
  let whenIdle: (() => void) | undefined;

  const fail = (payload: string): void => {
    failed += splitTexts(payload).length;
  };
  const settle = (): void => {
    underWay -= 1;
    pump();
  };
  const pump = (): void => {
    isScheduled = false;
    while (!isEnded && underWay < maxUnderWay) {
      const payload = joiner.take();
      if (payload === undefined) break;
      underWay += 1;
      deliver(payload).then(settle, () => {
        fail(payload);
        settle();
      });
    }
    if (underWay === 0) whenIdle?.();
  };
  return {
    start() {
      if (isScheduled || isEnded) return;
      isScheduled = true;
      setImmediate(pump);
    },
    failed: () => failed,
    async drain(deadlineMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, deadlineMs);
      whenIdle = resolve;
      pump();
      await promise;
      clearTimeout(timer);
      isEnded = true;
      for (let left = joiner.take(); left !== undefined; left = joiner.take()) fail(left);
    },
  };
}
