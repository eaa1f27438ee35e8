import { createDestinationPolicy } from "../../src/destination/destination-policy.ts";
import { LinkError } from "../../src/errors.ts";

export const bases = ["https://sho.rt", "http://sho.rt:8787/"];

/** As a fresh installation has it. */
export const policy = createDestinationPolicy({ bases });

export const lenient = createDestinationPolicy({ bases, allowPrivate: true, allowCredentials: true });

/** The code of the refusal, or undefined when the destination was accepted. */
export function refusal(longUrl: string, judge = policy): string | undefined {
  try {
    judge.check(longUrl);
    return undefined;
  } catch (error) {
    if (error instanceof LinkError) return error.code;
    throw error;
  }
}
