import { timestampOriginAt } from "@narrows/codes";
import type { Outcome } from "../cli-command.ts";
import type { Say } from "../texts/say.ts";
import type { DecodedCode } from "./decode-code.ts";

/** Clocks differ by less. */
const dayMs = 86_400_000;

type View = { readonly say: Say; readonly now: number };

/** Ids are text in JSON: they do not fit a JSON number. */
export function decodedOutcome(code: string, decoded: DecodedCode, { say, now }: View): Outcome {
  const { strategy, slot, epoch, sequence } = decoded;
  const id = String(decoded.id);
  const madeAt = new Date(decoded.madeAt).toISOString();
  const lines = [say("codes.decoded", { code, madeAt, slot, epoch, sequence, id })];
  // Where seven characters of another strategy, or a word, come to as well.
  if (decoded.madeAt < timestampOriginAt + dayMs) lines.push(say("codes.first"));
  if (decoded.madeAt > now + dayMs) lines.push(say("codes.future"));
  return { json: { code, strategy, id, madeAt, slot, epoch, sequence }, human: `${lines.join("\n")}\n` };
}
