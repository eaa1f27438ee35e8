/** A value as an error tells it: never long, and never a reason for another error. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return `[${value.slice(0, 10).map(shown).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  return "then" in value ? "a promise" : "an object";
}
