const generousMs = 120_000;

/** A busy machine is late with what goes well, too: a test shortens no deadline but those that it is about. */
export const patientStore = {
  storeMs: generousMs,
  reportMs: generousMs,
  upkeepMs: generousMs,
  lockMs: generousMs,
} as const;
