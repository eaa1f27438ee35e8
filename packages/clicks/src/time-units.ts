export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Of UTC, and of a zone that does not set its clocks on it. */
export const dayMs = 24 * hourMs;
