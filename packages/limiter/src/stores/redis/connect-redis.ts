import type { Charge, Store, StoreTraits } from "../../store.ts";
import { createAsker, type AskerOptions } from "./asker.ts";
import { modes, type Mode } from "./question.ts";
import { inRange } from "./read-reply.ts";
import { toVerdicts } from "./to-verdicts.ts";

/** Asks Redis without any bound on time or number: `guardStore` puts those around it. */
export function connectRedis(traits: StoreTraits, options: AskerOptions): Store {
  const asker = createAsker(options);
  const decide = (mode: Mode, charges: readonly Charge[]) =>
    asker.ask(mode, charges, 0, (reply) => toVerdicts(charges, reply));
  const change = (mode: Mode, charges: readonly Charge[], argument = 0) => asker.ask(mode, charges, argument, () => {});
  return {
    traits,
    charge: (charges) => decide(modes.charge, charges),
    peek: (charges) => decide(modes.peek, charges),
    refund: (charges, takenAtMicros) =>
      asker.ask(modes.refund, charges, takenAtMicros, ({ numbers, at }) =>
        charges.map(({ cost }, i) => inRange(numbers[at + i], 0, cost)),
      ),
    penalize: (charges) => change(modes.penalize, charges),
    block: (charges, durationMs) => change(modes.block, charges, durationMs),
    reset: (charges) => change(modes.reset, charges),
    ...(traits.isSharded ? { shardOf: (charges) => asker.nodeOf(charges) } : {}),
    close: async () => asker.close(),
  };
}
