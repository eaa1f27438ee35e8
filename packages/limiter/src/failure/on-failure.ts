/**
 * What a limiter answers when its store cannot: `open` lets the request pass, `closed` refuses it (as a failure, not as
 * a denial), `memory` counts in this process with a share of the limit.
 */
export type OnFailure = "open" | "closed" | "memory";
