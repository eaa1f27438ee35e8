/** One link of a file. */
export type Row = {
  /** Where it begins, from 1. */
  readonly line: number;
  /** The link as the API takes it: a JSON object, already written. */
  readonly json: string;
};
