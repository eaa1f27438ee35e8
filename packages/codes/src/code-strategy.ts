/** What a strategy may look at when it makes a code. */
export type CodeRequest = {
  /** The destination as it will be stored. */
  readonly destination: string;
  /** How many codes were already found taken for this link: 0, 1, 2, … */
  readonly attempt: number;
};

/**
 * One way to make short codes. Uniqueness is decided by the store's key, never here: a caller that finds the code
 * taken asks again with the next `attempt`.
 */
export interface CodeStrategy {
  /** The value of CODE_STRATEGY that selects it. */
  readonly name: string;

  /** Makes a code of `[A-Za-z0-9]{1,11}`. */
  next(request: CodeRequest): string | Promise<string>;
}
