const instant = { type: "string", format: "date-time" } as const;

/** A link as the API shows it. */
export const linkSchema = {
  type: "object",
  description: "A short link.",
  required: ["shortCode", "shortUrl", "longUrl", "state", "createdAt", "version"],
  properties: {
    shortCode: { type: "string" },
    shortUrl: { type: "string" },
    longUrl: { type: "string" },
    domain: { type: "string" },
    kind: { type: "string", enum: ["generated", "alias"] },
    status: { type: "integer", enum: [301, 302, 307, 308] },
    state: { type: "string", enum: ["active", "expired", "disabled", "quarantined", "spent"] },
    enabled: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    note: { type: ["string", "null"] },
    expiresAt: { type: ["string", "null"], format: "date-time" },
    maxClicks: { type: ["integer", "null"], description: "How many people it lets through; null: any number." },
    clicksLeft: { type: ["integer", "null"], description: "How many of them it still lets through." },
    createdAt: instant,
    updatedAt: instant,
    version: { type: "integer", description: "1 when created, one more with every change." },
    quarantine: {
      type: ["object", "null"],
      properties: { at: instant, reason: { type: ["string", "null"] } },
    },
  },
  examples: [
    {
      shortCode: "AbC123Z",
      shortUrl: "https://sho.rt/AbC123Z",
      longUrl: "https://example.com/a?b=c",
      domain: "sho.rt",
      kind: "generated",
      status: 302,
      state: "active",
      enabled: true,
      tags: ["spring"],
      note: null,
      expiresAt: null,
      maxClicks: null,
      clicksLeft: null,
      createdAt: "2026-11-30T00:00:00.000Z",
      updatedAt: "2026-11-30T00:00:00.000Z",
      version: 1,
      quarantine: null,
    },
  ],
} as const;

/** An error (RFC 9457). */
export const problemSchema = {
  type: "object",
  description: "What went wrong and how to mend it.",
  required: ["type", "title", "status", "code", "detail"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", description: "Stable, for programs." },
    detail: { type: "string" },
    field: { type: "string", description: "The field, parameter or header at fault." },
    mend: { type: "string", description: "What to change." },
  },
} as const;

/** The outcome of each row of a bulk request, in order. */
export const bulkAnswerSchema = {
  type: "object",
  description: "One outcome per row, in order.",
  required: ["results"],
  properties: {
    results: {
      type: "array",
      items: {
        type: "object",
        required: ["status"],
        properties: {
          status: { type: "integer", description: "201, 200 when reused, or the problem's status." },
          link: linkSchema,
          problem: problemSchema,
        },
      },
    },
  },
} as const;

/** Rows that an edge adds to its denylist. */
export const denylistSchema = {
  type: "object",
  description: "What an edge must not answer from its copies.",
  required: ["rows", "position", "isComplete", "isUpToDate", "bypassUntil", "waitedMs", "copyLifeMs", "now"],
  properties: {
    rows: {
      type: "array",
      items: {
        type: "object",
        required: ["domain", "code", "action", "until", "denyAt"],
        properties: {
          domain: { type: "string", description: "The host name." },
          code: { type: "string" },
          action: {
            type: "string",
            enum: ["deny", "bypass"],
            description: "`deny`: answer 410. `bypass`: ask the origin.",
          },
          until: { ...instant, description: "The row may be forgotten from then on." },
          denyAt: {
            type: ["string", "null"],
            format: "date-time",
            description: "When a `bypass` becomes a `deny`, because the link expires.",
          },
        },
      },
    },
    position: { type: "string", description: "Pass it on as `since`." },
    isComplete: { type: "boolean", description: "False: forget earlier rows; the list begins anew with these." },
    isUpToDate: { type: "boolean", description: "False: ask again at once, there is more." },
    bypassUntil: {
      type: ["string", "null"],
      format: "date-time",
      description: "Until then the list cannot be whole: use no copy at all.",
    },
    waitedMs: { type: "number", description: "How long after it came the request was answered from the store." },
    copyLifeMs: { type: "integer", description: "The longest that a copy may be fresh after a change." },
    now: { ...instant, description: "The instant of this answer, to which the others relate." },
  },
} as const;

/** The answer of /healthz and /readyz. */
export const healthSchema = {
  type: "object",
  required: ["status"],
  properties: {
    status: { type: "string", examples: ["ready"] },
    checks: { type: "object", additionalProperties: { type: "string" }, description: "Shown with a key only." },
  },
} as const;
