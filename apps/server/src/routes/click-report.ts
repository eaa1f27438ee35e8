import { formatLocal, type ClickReports, type Period, type ReportRequest } from "@narrows/clicks";
import { LinkError, type LinkKey } from "@narrows/links";
import { ApiError, type ProblemCode } from "../problems/index.ts";
import type { Site } from "../site.ts";
import { keyProblems, queryProblems, storeProblems } from "./documented-problems.ts";
import { linkKey } from "./link-key.ts";
import { requesterOf, type Call, type Service } from "./route.ts";

const anyReportProblems = [
  ...keyProblems,
  ...queryProblems,
  "CLICKS_OFF",
  "CLICKS_UNAVAILABLE",
  ...storeProblems,
] as const satisfies readonly ProblemCode[];

export const periodProblems = [
  "ZONE_UNKNOWN",
  "PERIOD_MALFORMED",
  "PERIOD_UNALIGNED",
  "PERIOD_INVALID",
] as const satisfies readonly ProblemCode[];

/** What every report may be refused for. */
export const reportProblems = [...anyReportProblems, ...periodProblems] as const satisfies readonly ProblemCode[];

/** What a question about one link's clicks may be refused for. */
export const linkClickProblems = [
  ...anyReportProblems,
  "DOMAIN_UNKNOWN",
  "LINK_NOT_FOUND",
] as const satisfies readonly ProblemCode[];

/** @throws {ApiError} `CLICKS_OFF` */
export function clicksOf({ clicks }: Pick<Service, "clicks">): ClickReports {
  if (clicks === undefined) throw new ApiError("CLICKS_OFF");
  return clicks;
}

/** A report's answer begins with these. */
export type ReportedLink = { readonly key: LinkKey; readonly shortCode: string; readonly domain: string };

type LinkCall = Pick<
  Call<{ readonly code: string }, { readonly domain?: string }, unknown>,
  "params" | "query" | "access"
>;

/**
 * Finds the link whose clicks the requester may see: the one whose settings he may see, and also after it was deleted or
 * forgotten, for its code is nobody else's ever.
 *
 * @throws {LinkError} `LINK_NOT_FOUND`, `DOMAIN_UNKNOWN`
 */
export async function reportedLink(
  call: LinkCall,
  { links, site }: Pick<Service, "links" | "site">,
): Promise<ReportedLink> {
  const requester = requesterOf(call);
  const key = linkKey(call.params, call.query, requester, site);
  try {
    await links.get(key, requester);
  } catch (error) {
    // Only who owned it is told that it is gone.
    if (!(error instanceof LinkError) || !gone.has(error.code)) throw error;
  }
  return { key, shortCode: key.code, domain: hostOf(key.domain, site) };
}

const gone: ReadonlySet<string> = new Set(["LINK_DELETED", "LINK_FORGOTTEN"]);

export function hostOf(domain: string, { defaultHost }: Pick<Site, "defaultHost">): string {
  return domain === "" ? defaultHost : domain;
}

type PeriodQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly zone?: string;
  readonly class?: Exclude<ReportRequest["class"], undefined>;
};

export function reportRequest({
  query,
  access,
}: { readonly query: PeriodQuery } & Pick<LinkCall, "access">): ReportRequest {
  const { id: asker } = requesterOf({ access });
  return { from: query.from, to: query.to, zone: query.zone, class: query.class, asker };
}

/** The ends of a period as its zone's clocks show them. */
export function periodJson({ from, to, zone }: Period) {
  return { from: formatLocal(from, zone), to: formatLocal(to, zone), zone: zone.name };
}

export function instantJson(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
