/** A sleep that can be ended early, one at a time. */
export function createWakingSleep() {
  let wake = (): void => undefined;
  return {
    sleep(ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    wake: () => wake(),
  };
}
