/** A value as an error tells it: never long, and never a reason for another error. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (Array.isArray(value)) return `[${value.slice(0, 10).map(shown).join(", ")}]`;
    if ("then" in value) return "a promise";
  } catch {
    // A proxy may refuse to be looked at.
  }
  return "an object";
}
