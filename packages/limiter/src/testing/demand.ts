/** A store does not keep its contract. */
class Unkept extends Error {
  override readonly name = "Unkept";
}

/** Demands that something is so; `what` says what it is about, and what was found. */
export function demand(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Unkept(what);
}

/** Demands plain data of the same content; fields that are undefined count as missing. */
export function demandEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [written(actual), written(expected)];
  demand(found === wanted, `${what}: expected ${wanted}, found ${found}`);
}

/** Demands that a promise rejects. @returns Why. */
export async function demandRejection(work: () => Promise<unknown>, what: string): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Unkept(`${what}: expected a rejection, found none`);
}

function written(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
