/** Milliseconds of a minute; no leap second is counted. */
export const minuteMs = 60_000;
/** Milliseconds of an hour, as long as clocks are not set in it. */
export const hourMs = 60 * minuteMs;
/** Milliseconds of a day of UTC, and of a zone that does not set its clocks on it. */
export const dayMs = 24 * hourMs;
