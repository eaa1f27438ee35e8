/**
 * Measures A B C, A B C, …: a machine that becomes slower or busier meets all of them alike, so that their ratios stay
 * right where their figures do not.
 */
export async function interleave<T>(
  rounds: number,
  subjects: readonly T[],
  measure: (subject: T, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) await measure(subject, round);
  }
}
