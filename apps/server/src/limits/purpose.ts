/** What limits are for. `unknown-code` and `wrong-key` are counted by what became of a request, the others before. */
export const purposes = ["create", "read", "change", "report", "unknown-code", "wrong-key"] as const;

export type Purpose = (typeof purposes)[number];

/** What a route of the API can be for. */
export type ApiPurpose = "create" | "read" | "change" | "report";
