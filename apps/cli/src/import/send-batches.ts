import type { RowOutcome } from "../api/bulk-answer.ts";
import type { LinksApi } from "../api/links-api.ts";
import type { Say } from "../texts/say.ts";
import { askPatiently } from "./ask-patiently.ts";
import type { Batch } from "./batches.ts";
import type { Row } from "./row.ts";

export type ImportedRow = { readonly row: Row; readonly outcome: RowOutcome };

export type SendOptions = {
  readonly say: Say;
  /** Waits until the service takes more. */
  readonly wait: (seconds: number, progress: Progress) => Promise<void>;
};

export type Progress = { readonly done: number; readonly all: number };

/**
 * Sends one batch after the other, so that the service has at most one to do, and tells of each row how it ended. Waits
 * as long as the service asks to.
 */
export async function sendBatches(
  api: Pick<LinksApi, "createMany">,
  batches: readonly Batch[],
  { say, wait }: SendOptions,
): Promise<readonly ImportedRow[]> {
  const imported: ImportedRow[] = [];
  const all = batches.reduce((sum, { rows }) => sum + rows.length, 0);
  for (const { rows, body, idempotencyKey } of batches) {
    const nameOf = (field: string): string => fileName(field, rows, say);
    const outcomes = await askPatiently(
      () => api.createMany({ body, idempotencyKey, nameOf }),
      (seconds) => wait(seconds, { done: imported.length, all }),
    );
    imported.push(...rows.flatMap((row, index) => outcomeOf(row, outcomes[index])));
  }
  return imported;
}

/** An answer with fewer outcomes than rows says nothing of the others. */
function outcomeOf(row: Row, outcome: RowOutcome | undefined): readonly ImportedRow[] {
  return outcome === undefined ? [] : [{ row, outcome }];
}

/** `links[3].alias` of a request is the alias in some line of the file. */
function fileName(field: string, rows: readonly Row[], say: Say): string {
  const [, index, name] = /^links\[(\d+)\](?:\.(.+))?$/.exec(field) ?? [];
  const row = index === undefined ? undefined : rows[Number(index)];
  if (row === undefined) return field;
  const place = say("links.line", { line: row.line });
  return name === undefined ? place : `${place}: ${name}`;
}
