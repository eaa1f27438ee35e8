import type { LinkRef } from "../click-store.ts";
import type { Click } from "../click.ts";
import { clickPages } from "./click-pages.ts";
import type { ClickStream, ReportRequest } from "./click-reports.ts";
import { findPeriod } from "./period.ts";
import { classesOf, type ReportOptions } from "./report-options.ts";
import { showClick, type ShownClick } from "./shown-click.ts";

/** Reads the first page of a period's clicks, so that what is refused is refused before anything is given. */
export async function openExport(
  options: ReportOptions,
  link: LinkRef,
  request: ReportRequest,
): Promise<ClickStream<readonly ShownClick[]>> {
  const { from, to } = findPeriod(request, options.now());
  const pages = clickPages(options, link, { from, to });
  return shownPages(await pages.next(), pages, request);
}

async function* shownPages(
  first: IteratorResult<readonly Click[], void>,
  rest: ClickStream<readonly Click[]>,
  { class: counted }: ReportRequest,
): ClickStream<readonly ShownClick[]> {
  const classes = classesOf(counted);
  const show = (page: readonly Click[]) => page.filter((click) => classes.includes(click.class)).map(showClick);
  if (first.done === true) return;
  yield show(first.value);
  for await (const page of rest) yield show(page);
}
