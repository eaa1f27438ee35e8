/** One link of a file. */
export type Row = {
  /** Where it begins, from 1. */
  readonly line: number;
  /** The link as the API takes it: a JSON object, already written. */
  readonly json: string;
  /** As the file has it, without the line break behind it. */
  readonly source: string;
};

/** A file that was taken apart. */
export type ImportFile = {
  /** What a file with some of the rows must begin with. */
  readonly head: string;
  readonly rows: readonly Row[];
};
