/** What kind of reader followed a link. Reports count humans unless they are asked for others. */
export const clickClasses = ["human", "bot", "preview", "prefetch", "head"] as const;

export type ClickClass = (typeof clickClasses)[number];

/** What of a click can be broken down in a report. */
export const clickDimensions = [
  "country",
  "region",
  "referrer",
  "device",
  "browser",
  "os",
  "language",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
] as const;

export type ClickDimension = (typeof clickDimensions)[number];

/**
 * One followed link, as it is kept: without address and without user agent. Texts are well-formed Unicode without
 * control characters, at most 200 UTF-16 code units; null where nothing is known.
 */
export type Click = {
  /** A UUID version 7: unique, and in the order of time as far as one process is concerned. */
  readonly id: string;
  /** '' is the default domain. */
  readonly domain: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly class: ClickClass;
  /** What decided the class, such as `method-head` or `agent-bot`; see docs/reference/clicks.md. */
  readonly reason: string;
  /** 16 hexadecimal digits, the same for one reader during one UTC day; null for a reader who asked not to be tracked. */
  readonly visitor: string | null;
  /** The status of the redirect. */
  readonly status: number;
} & { readonly [Dimension in ClickDimension]: string | null };
