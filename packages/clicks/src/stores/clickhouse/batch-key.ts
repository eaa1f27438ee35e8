import { createHash } from "node:crypto";

/** A name for a range of a log, which all tables know. */
export type BatchKey = {
  /** 64 bits as a decimal number. */
  readonly batch: string;
  /** The code under which roll-ups say how many clicks of the batch they have; no link's code begins like this. */
  readonly marker: string;
};

export type LogRange = { readonly partition: string; readonly from: number; readonly to: number };

/** The same for the same range, whoever asks. */
export function batchKey({ partition, from, to }: LogRange): BatchKey {
  const digest = createHash("sha256")
    .update(JSON.stringify([partition, from, to]))
    .digest();
  const number = digest.readBigUInt64BE();
  return { batch: String(number), marker: `#${number.toString(16).padStart(16, "0")}` };
}
