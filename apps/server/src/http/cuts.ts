/** Why a connection was cut: too many requests were sent ahead, or answers were left unread. */
export type CutReason = "ahead" | "unread";

/** Told of every connection that is cut. */
export type OnCut = (reason: CutReason) => void;

/** Counts the connections that were cut. */
export function createCuts(): { readonly onCut: OnCut; readonly read: () => Readonly<Record<CutReason, number>> } {
  const counts = { ahead: 0, unread: 0 };
  return {
    onCut(reason) {
      counts[reason] += 1;
    },
    read: () => counts,
  };
}
