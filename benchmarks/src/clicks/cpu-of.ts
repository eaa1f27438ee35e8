/** What some work took, in this process with all of its threads. */
export type Taken = { readonly cpuMs: number; readonly wallMs: number };

export async function cpuOf(work: () => Promise<unknown>): Promise<Taken> {
  const [usedBefore, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(usedBefore);
  return { cpuMs: (user + system) / 1_000, wallMs };
}
