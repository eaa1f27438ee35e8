/**
 * Microseconds since 1970, whole. One that steps back refills nothing and charges nothing twice, but the stores' own
 * never do: wall time at a start, and from then on what a monotonic clock adds.
 */
export type Clock = () => number;
