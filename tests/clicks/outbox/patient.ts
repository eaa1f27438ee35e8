/** A busy machine is late with what goes well, too: a test shortens no deadline but those that it is about. */
const generousMs = 60_000;

export const patient = {
  log: { appendMs: generousMs, keepMs: generousMs, lookMs: 20, adoptMs: 100 },
  source: { deadlineMs: generousMs, pollMs: 5 },
} as const;
