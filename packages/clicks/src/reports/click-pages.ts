import type { ClickCounts, ClickCursor, LinkRef, Span } from "../click-store.ts";
import type { Click } from "../click.ts";
import { inTime } from "./in-time.ts";

export type ClickPagesOptions = {
  readonly counts: Pick<ClickCounts, "clicks">;
  readonly deadlineMs: number;
};

/** Rows that are read and kept at once. */
const pageRows = 250;

/** Reads the raw clicks of a link page by page, the next one when it is asked for. */
export async function* clickPages(
  { counts, deadlineMs }: ClickPagesOptions,
  link: LinkRef,
  span: Span,
  begin?: ClickCursor,
): AsyncGenerator<readonly Click[], void> {
  let after = begin;
  while (true) {
    const page = await inTime(counts.clicks({ ...span, link, after, limit: pageRows }), deadlineMs);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = { at: last.at, id: last.id };
  }
}
