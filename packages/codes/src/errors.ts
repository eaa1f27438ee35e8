/** Every refusal of this package, by code: what is wrong and how to mend it. */
export const codesErrors = {
  NUMBER_NEGATIVE: "Base62 writes whole numbers from 0 up; pass one that is not negative.",
  NUMBER_TOO_WIDE: "The number does not fit the width that was asked for; ask for more characters.",
  BASE62_MALFORMED: "Base62 text is one or more characters of 0-9, a-z and A-Z; remove every other character.",
  SECRET_TOO_SHORT: "The code secret must be at least 16 bytes long; make one with `openssl rand -hex 32`.",
  RANDOM_SIZE: "The random source returned another number of bytes than asked for; return exactly that many.",
  COUNTER_RANGE: "A counter must be a whole number from 0 to 4,294,967,295; count again from 0.",
  DRAWS_EXHAUSTED: "No digest fell into the uniform range; the hash function is broken, replace it.",
  RESERVED_EXHAUSTED: "Every code that was tried is reserved; shorten the list of reserved words.",
  SNOWFLAKE_RANGE: "A part of the id does not fit its bits: 6 for the slot, 13 for the epoch, 5 for the sequence.",
  TIMESTAMP_RANGE:
    "The clock shows no time from 2026-01-01 to 2043-06-03, for which there are 39 bits; set the clock. After that time a new layout needs more timestamp bits, taken from the sequence, and the top bit to tell it from this one.",
  CLOCK_BEHIND: "The clock is behind the last id; codes are made again when it has caught up, or under a new lease.",
  SEQUENCE_SPENT: "More ids are asked for than 32 in a millisecond; ask more slowly, or let another node help.",
  LEASE_OVER: "The lease under which codes are made is over; they are made again under a new one.",
  LEASE_MISSING: "No lease to make codes under could be had in time; see whether the database answers.",
  SLOTS_TAKEN: "All 64 lease slots are held; stop one of the holders, or wait until its lease is over.",
  EPOCHS_SPENT:
    "Every free lease slot has handed out its 8,192 epochs, and none is used twice; give the epoch more than 13 bits, taken from the sequence, in a new layout that the top bit tells from this one.",
  CODE_FOREIGN: "The code was not made by this strategy, or not under this secret; name the strategy that made it.",
} as const;

export type CodesErrorCode = keyof typeof codesErrors;

/** A value that this package cannot work with, or a condition that should be impossible. */
export class CodesError extends Error {
  readonly code: CodesErrorCode;

  /** @param detail What is not the same every time: how far, or who. */
  constructor(code: CodesErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? codesErrors[code] : `${codesErrors[code]} (${detail})`, options);
    this.name = "CodesError";
    this.code = code;
  }
}
