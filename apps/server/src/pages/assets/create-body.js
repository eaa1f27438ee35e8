/** @typedef {{ longUrl: string, alias?: string, expiresAt?: string }} CreateBody */

/**
 * Writes what the form holds as the body of a create request; undefined where the date cannot be read.
 *
 * @param {{ longUrl: string, alias: string, expiresAt: string }} fields
 * @returns {CreateBody | undefined}
 */
export function createBody({ longUrl, alias, expiresAt }) {
  const instant = expiresAt === "" ? "" : instantWithZone(new Date(expiresAt));
  if (instant === undefined) return undefined;
  return { longUrl, ...(alias !== "" && { alias }), ...(instant !== "" && { expiresAt: instant }) };
}

/**
 * Puts https:// in front of what begins like a host name with a dot. Everything else stays as it is, byte for byte,
 * for the service to judge.
 *
 * @param {string} text
 */
export function completeDestination(text) {
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u.test(text) ? `https://${text}` : text;
}

/**
 * Writes an instant as RFC 3339 with the offset of the browser's zone at that instant; undefined for no date.
 *
 * @param {Date} date
 */
export function instantWithZone(date) {
  if (Number.isNaN(date.getTime())) return undefined;
  const offsetMinutes = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? "-" : "+";
  const distance = Math.abs(offsetMinutes);
  return `${local}${sign}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
}

/** @param {number} value */
function twoDigits(value) {
  return String(value).padStart(2, "0");
}
