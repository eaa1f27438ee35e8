import type { PolicyFault } from "./policy-fault.ts";

/** So many faults are told of one file. Who wrote it corrects those first; a file of noise has tens of thousands. */
const maxFaults = 100;

/** One more is looked for, so that it is known whether there are more. */
export const enoughFaults = maxFaults + 1;

/** The first of the faults, and after them that there are more. */
export function firstFaults(faults: readonly PolicyFault[]): readonly PolicyFault[] {
  const next = faults[maxFaults];
  if (next === undefined) return faults;
  return [
    ...faults.slice(0, maxFaults),
    { ...next, code: "MORE_FAULTS", policy: undefined, values: { max: maxFaults } },
  ];
}
