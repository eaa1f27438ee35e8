/** The largest integer that RFC 9651, 3.3.1 allows: 15 digits. */
export const maxFieldInteger = 999_999_999_999_999;

/** A whole number of at least 0 as an Integer of RFC 9651; what is larger is written as the largest. */
export function fieldInteger(value: number): string {
  return String(Math.min(Math.max(Math.floor(value), 0), maxFieldInteger));
}

/** Printable ASCII as a String of RFC 9651, 3.3.3. */
export function fieldString(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Bytes as a Byte Sequence of RFC 9651, 3.3.5. */
export function fieldBytes(bytes: Uint8Array): string {
  return `:${btoa(String.fromCharCode(...bytes))}:`;
}
