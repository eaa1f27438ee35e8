import type { Metrics } from "@narrows/service";

/** Makes a counter without labels and returns what adds one to it. */
export function createCounter(metrics: Metrics, name: string, help: string): () => void {
  let count = 0;
  metrics.counterFrom(name, help, {}, () => count);
  return () => {
    count += 1;
  };
}
