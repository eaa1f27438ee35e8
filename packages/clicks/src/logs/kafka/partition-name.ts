/** What stores know a partition of a topic by. */
export function partitionName(topic: string, partition: number): string {
  return `kafka:${topic}/${partition}`;
}

/** @returns Undefined for a name that is no partition of this topic. */
export function partitionOf(topic: string, name: string): number | undefined {
  const start = `kafka:${topic}/`;
  const digits = name.slice(start.length);
  return name.startsWith(start) && /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
