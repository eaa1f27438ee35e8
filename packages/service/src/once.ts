/**
 * Makes a function that loads something when it is first asked for, and gives the same to everybody after.
 *
 * A load that fails is forgotten: whoever asks next tries again, since the fault may have passed (too many open files).
 */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    if (loading !== undefined) return loading;
    const begun = load();
    loading = begun;
    begun.catch(() => {
      loading = undefined;
    });
    return begun;
  };
}
