import type { Call } from "./call.ts";
import { giveOnly } from "./give-answers.ts";
import type { Question } from "./question.ts";
import { quotaOf } from "./quota.ts";

/** What is sent for one plain question. */
export function oneCall(question: Question): Call {
  const [charge] = question.charges;
  if (charge === undefined) throw new RangeError("A plain question has one charge.");
  return {
    keys: question.keys,
    args: [quotaOf(charge.policy), String(charge.cost)],
    settle: (reply) => giveOnly(question, reply),
  };
}
