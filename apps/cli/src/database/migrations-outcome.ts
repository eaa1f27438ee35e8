import type { PostgresMigrations } from "@narrows/links/postgres";
import type { Outcome } from "../cli-command.ts";
import type { Say } from "../texts/say.ts";

/** Tells which steps of the schema a database has, and which it lacks. */
export function migrationsOutcome(path: string, { applied, pending }: PostgresMigrations, say: Say): Outcome {
  const [from, to] = [applied.length, applied.length + pending.length];
  const lines = [
    say(pending.length === 0 ? "db.upToDate" : "db.behind", { path, from, to }),
    ...applied.map(({ name, appliedAt }) => say("db.applied", { name, at: appliedAt.toISOString() })),
    ...pending.map(({ name }) => say("db.pending", { name })),
  ];
  return { json: { database: path, applied, pending }, human: `${lines.join("\n")}\n` };
}
