import { deserialize, serialize } from "node:v8";
import type { BatchAnswer, WriteCommand } from "./write-command.ts";
import type { Writer } from "./writer.ts";

/** What the writer thread is asked when commands come from other processes: each batch is one process's. */
export type PackedBatches = { readonly packed: readonly Uint8Array[] };

/** One answer for each batch, after the commit that all of them share. */
export type PackedAnswers = { readonly answers: readonly Uint8Array[]; readonly commitMs: number };

/** Makes bytes of commands once, in the process that asks; only the writer reads them again. */
export function packCommands(commands: readonly WriteCommand[]): Uint8Array {
  return serialize(commands);
}

export function unpackAnswer(answer: Uint8Array): BatchAnswer {
  return deserialize(answer) as BatchAnswer;
}

/** Carries out the batches of several processes in one transaction. Fails for all of them where `Writer.run` fails. */
export function runPacked(writer: Writer, { packed }: PackedBatches): PackedAnswers {
  const batches = packed.map((batch) => deserialize(batch) as readonly WriteCommand[]);
  const answer = writer.run(batches.flat());
  let first = 0;
  const answers = batches.map(({ length }) => {
    const part = partOf(answer, first, length);
    first += length;
    return ownBytes(serialize(part));
  });
  return { answers, commitMs: answer.commitMs };
}

/**
 * Copies bytes out of the larger memory that they lie in, all of which would travel along when they are sent to a
 * thread.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function partOf({ results, refusals, commitMs }: BatchAnswer, first: number, length: number): BatchAnswer {
  const end = first + length;
  return {
    results: results.slice(first, end),
    refusals: refusals
      .filter(({ index }) => index >= first && index < end)
      .map(({ index, reason }) => ({ index: index - first, reason })),
    commitMs,
  };
}
