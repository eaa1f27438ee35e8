import { createHash } from "node:crypto";
import type { Row } from "./row.ts";

/** What goes out in one request. */
export type Batch = {
  readonly rows: readonly Row[];
  readonly body: string;
  readonly idempotencyKey: string;
};

/** What `POST /v1/urls/bulk` takes at once, and half of the bytes that it takes. */
const maxRows = 1_000;
const maxBytes = 8 * 1024 * 1024;

/**
 * Parts rows into requests. Each one's Idempotency-Key is made from what it holds, so that the same file again finds
 * the links that were made; equal batches of one file are told apart by their number.
 */
export function batchesOf(rows: readonly Row[]): readonly Batch[] {
  const seen = new Map<string, number>();
  return groupsOf(rows).map((group) => {
    const body = `{"links":[${group.map(({ json }) => json).join(",")}]}`;
    const hash = createHash("sha256").update(body).digest("hex");
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return { rows: group, body, idempotencyKey: `import-${hash}-${number}` };
  });
}

function groupsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups: Row[][] = [];
  let bytes = maxBytes;
  for (const row of rows) {
    const rowBytes = Buffer.byteLength(row.json);
    const last = groups.at(-1);
    if (last === undefined || last.length >= maxRows || bytes + rowBytes > maxBytes) {
      groups.push([row]);
      bytes = rowBytes;
    } else {
      last.push(row);
      bytes += rowBytes;
    }
  }
  return groups;
}
