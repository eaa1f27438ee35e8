/** Reads an instant of a row, in milliseconds since 1970, where a database has one. */
export function instantFrom(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}
