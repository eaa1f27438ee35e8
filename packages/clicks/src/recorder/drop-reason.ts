/**
 * Why a visit is not counted: the buffer was full, one of several was kept, or what came of it later. Of those that are
 * `unsure` nobody knows whether the log has them: they may be counted nevertheless.
 */
export const dropReasons = ["buffer-full", "sampled", "log-failed", "not-described", "unsure", "stopped"] as const;

export type DropReason = (typeof dropReasons)[number];

export type DropCounts = Readonly<Record<DropReason, number>>;

export const noDrops: DropCounts = {
  "buffer-full": 0,
  sampled: 0,
  "log-failed": 0,
  "not-described": 0,
  unsure: 0,
  stopped: 0,
};
