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
} as const;

export type CodesErrorCode = keyof typeof codesErrors;

/** A value that this package cannot work with, or a condition that should be impossible. */
export class CodesError extends Error {
  readonly code: CodesErrorCode;

  constructor(code: CodesErrorCode) {
    super(codesErrors[code]);
    this.name = "CodesError";
    this.code = code;
  }
}
