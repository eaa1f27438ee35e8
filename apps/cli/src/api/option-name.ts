const names: Readonly<Record<string, string>> = {
  longUrl: "<url>",
  alias: "--alias",
  domain: "--domain",
  expiresAt: "--expires",
  tags: "--tag",
  note: "--note",
  status: "--status",
  reuse: "--reuse",
  action: "--action",
  reason: "--reason",
  q: "--q",
  tag: "--tag",
  limit: "--limit",
  cursor: "--cursor",
  from: "--from",
  to: "--to",
  zone: "--zone",
  grain: "--grain",
  class: "--class",
  dimension: "--by",
  "Idempotency-Key": "--idempotency-key",
};

/** What the command line calls a field of the API; what it has no word for stays as it is. */
export function optionName(field: string): string {
  return names[field.replace(/\[\d+\]$/, "")] ?? field;
}

/** The same for a question about one link, whose domain may be from its short URL. */
export function optionNameOf({ isUrl }: { readonly isUrl: boolean }): (field: string) => string {
  return (field) => (isUrl && field === "domain" ? "<code>" : optionName(field));
}
