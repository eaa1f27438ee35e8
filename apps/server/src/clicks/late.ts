/** Something that is opened when it is first needed. */
export interface Late<Value> {
  /** Opens it, once for all who ask. An opening that failed is tried again by the next one who asks. */
  get(): Promise<Value>;
  /** What is open, or about to be; undefined when nobody has asked, or the opening failed. */
  opened(): Promise<Value | undefined>;
}

export function createLate<Value>(open: () => Promise<Value>): Late<Value> {
  let opening: Promise<Value> | undefined;
  return {
    get() {
      const mine = (opening ??= open());
      mine.catch(() => {
        if (opening === mine) opening = undefined;
      });
      return mine;
    },
    opened: () => opening?.catch(() => undefined) ?? Promise.resolve(undefined),
  };
}
