import type { Click, ClickLog } from "@narrows/clicks";

/** Gives clicks to the log as a recorder does: what comes while an append is under way goes with the next one. */
export function createBatchedAppends(log: Pick<ClickLog, "append">): (click: Click) => Promise<void> {
  let next: { readonly clicks: Click[]; readonly done: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (click) => {
    if (next === undefined) {
      const clicks: Click[] = [];
      const done = last.then(() => {
        next = undefined;
        return log.append(clicks);
      });
      last = done.catch(() => undefined);
      next = { clicks, done };
    }
    next.clicks.push(click);
    return next.done;
  };
}
