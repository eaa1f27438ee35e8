import { discoverSubjects } from "./discover.ts";
import type { Subject } from "./subject.ts";

/** Which subjects can run on this machine, and why the others cannot. */
export async function findSubjects(): Promise<{
  readonly present: ReadonlyMap<string, Subject>;
  readonly missing: ReadonlyMap<string, string>;
}> {
  const present = new Map<string, Subject>();
  const missing = new Map<string, string>();
  for (const subject of await discoverSubjects()) {
    const reason = await subject.missing();
    if (reason === undefined) present.set(subject.name, subject);
    else missing.set(subject.name, `${subject.name} is left out: ${reason}.`);
  }
  return { present, missing };
}
