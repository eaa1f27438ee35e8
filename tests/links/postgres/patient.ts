const generousMs = 30_000;

/** A busy machine is late with what goes well, too: a test shortens no deadline but those that it is about. */
export const patient = {
  connectMs: generousMs,
  lookupMs: generousMs,
  statementMs: generousMs,
  listMs: generousMs,
  lockMs: generousMs,
  waitMs: generousMs,
} as const;
