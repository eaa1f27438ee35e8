import { outcomeOf, type Limits, type LimitDecision, type LimitsOptions, type OwnLimits } from "../limits/limits.ts";
import type { LimitAnswer, LimitCall } from "./messages.ts";

export type JoinedLimitsOptions = Omit<LimitsOptions, "clocks"> & {
  /** Decides where the primary cannot be asked: more than is allowed may pass then, and nobody is refused wrongly. */
  readonly own: OwnLimits;
  /** Asks the primary for `answerLimits`; rejects when it does not answer in time. */
  readonly ask: (calls: string) => Promise<string>;
};

type Waiting = {
  readonly call: LimitCall;
  readonly resolve: (decision: LimitDecision) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Lets the primary count, so that a limit is one limit however many workers there are. One message a turn, as JSON: a
 * decision has many small fields, which the channel's own form costs half as much again to write and to read.
 */
export function createJoinedLimits({ own, ask, policies, onDecision }: JoinedLimitsOptions): Limits {
  let waiting: Waiting[] = [];

  const send = async (): Promise<void> => {
    const sent = waiting;
    waiting = [];
    try {
      const answers = JSON.parse(await ask(JSON.stringify(sent.map(({ call }) => call)))) as readonly LimitAnswer[];
      for (const [index, call] of sent.entries()) settle(call, answers[index]);
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  };
  const say = (call: LimitCall): Promise<LimitDecision> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ call, resolve, reject });
    });
  const isCounted = ({ purpose, keyId, isLocal }: LimitCall["ask"]): boolean =>
    policies().select(purpose, { hasKey: keyId !== undefined, isLocal }) !== undefined;

  return {
    check(asked) {
      if (!isCounted(asked)) return undefined;
      const decided = say({ verb: "check", ask: asked }).then((decision) => {
        if (decision !== undefined) onDecision(asked.purpose, outcomeOf(decision));
        return decision;
      });
      return decided.catch(() => own.check(asked));
    },
    peek(asked) {
      if (!isCounted(asked)) return undefined;
      return say({ verb: "peek", ask: asked }).catch(() => own.peek(asked));
    },
    async take(asked) {
      await say({ verb: "take", ask: asked }).catch(() => own.take(asked));
    },
    async refund(asked, decision) {
      await say({ verb: "refund", ask: asked, decision }).catch(() => own.refund(asked, decision));
    },
    close: () => own.close(),
  };
}

function settle({ resolve, reject }: Waiting, answer: LimitAnswer = { fault: "No answer came." }): void {
  if ("fault" in answer) reject(new Error(answer.fault));
  else resolve(answer.decision);
}

/** Answers in the primary what workers asked in one turn, each by itself: who was counted must not count again. */
export async function answerLimits(limits: OwnLimits, calls: string): Promise<string> {
  const answers: LimitAnswer[] = [];
  for (const call of JSON.parse(calls) as readonly LimitCall[]) answers.push(await answerOrFault(limits, call));
  return JSON.stringify(answers);
}

async function answerOrFault(limits: OwnLimits, call: LimitCall): Promise<LimitAnswer> {
  try {
    return { decision: await answerCall(limits, call) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function answerCall(limits: OwnLimits, call: LimitCall): Promise<LimitDecision> {
  switch (call.verb) {
    case "check":
      return limits.check(call.ask);
    case "peek":
      return limits.peek(call.ask);
    case "take":
      await limits.take(call.ask);
      return undefined;
    case "refund":
      await limits.refund(call.ask, call.decision);
      return undefined;
  }
}
