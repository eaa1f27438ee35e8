/** What tells of its connection. */
type Connecting = { once(event: "ready", listener: () => void): unknown };

/** Waits for a client's connection. One listener stands for all who wait, however long it takes. */
export function createUntilReady(client: Connecting): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= new Promise((resolve) => {
      client.once("ready", () => {
        waiting = undefined;
        resolve();
      });
    });
    return waiting;
  };
}
