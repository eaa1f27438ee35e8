import { stdSerializers } from "pino";

/** More causes than these say nothing new, and might go round in a circle. */
const maxCauses = 10;

/**
 * Gives an error as the log shows it: with its type, its stack and those of its causes, and in its message what the causes
 * say, as far as it does not say that itself.
 */
export function shownError(error: Error): unknown {
  const shown = stdSerializers.err(error);
  if (error instanceof Error) shown.message = messageOf(error);
  return shown;
}

/** Pino would put each cause's message behind, also where the error was made of it. */
function messageOf(error: Error): string {
  let text = error.message;
  let { cause } = error;
  for (let count = 0; count < maxCauses && cause instanceof Error; count += 1) {
    if (!text.includes(cause.message)) text = `${text}: ${cause.message}`;
    ({ cause } = cause);
  }
  return text;
}
