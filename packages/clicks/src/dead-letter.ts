/** A record of a click log that is no click: kept, so that somebody can look why. */
export type DeadLetter = {
  readonly partition: string;
  /** The position after the batch in which it stood, and its place there from 0 on. */
  readonly batchTo: number;
  readonly index: number;
  /** What stood there, cut to 4,096 UTF-16 code units. */
  readonly record: string;
  readonly fault: string;
  /** When it was found, in milliseconds since 1970. */
  readonly foundAt: number;
};
