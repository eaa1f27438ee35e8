import type { Algorithm } from "../algorithm.ts";

/** Whether they differ in nothing but the limit, so that a state means the same to both. */
export function isSameButLimit(one: Algorithm, other: Algorithm): boolean {
  return (
    one.name === other.name &&
    one.parameters.length === other.parameters.length &&
    one.parameters.every((parameter, i) => i === 1 || parameter === other.parameters[i])
  );
}
