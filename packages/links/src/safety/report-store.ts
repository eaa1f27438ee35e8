import type { LinkKey } from "../link.ts";

/** What people may say is wrong with a link. */
export const reportCategories = ["phishing", "malware", "spam", "other"] as const;
export type ReportCategory = (typeof reportCategories)[number];

/** What somebody said of a link. Who it was is not kept. */
export type Report = LinkKey & {
  /** Grows with time. */
  readonly id: number;
  readonly category: ReportCategory;
  readonly text: string | null;
  readonly reportedAt: number;
};

export type ReportLimits = {
  /** Reports that wait for a moderator, of all links. */
  readonly total: number;
  readonly perLink: number;
};

/** Keeps reports until they are settled. */
export interface ReportStore {
  /**
   * False: nothing was kept, for there is no such link, it is deleted, or as many reports as allowed wait already. It
   * takes as long either way.
   */
  add(report: Omit<Report, "id">, limits: ReportLimits): Promise<boolean>;
  find(id: number): Promise<Report | undefined>;
  /** Oldest first, after the report `after`. @param domain Undefined: of every domain. */
  list(query: {
    readonly domain: string | undefined;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly Report[]>;
  /** False: there is no such report, or no longer. */
  remove(id: number): Promise<boolean>;
  /** Removes every report of a link and gives how many there were. */
  removeOf(key: LinkKey): Promise<number>;
  /** Reports that wait. */
  count(): Promise<number>;
}
