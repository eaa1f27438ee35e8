import { isatty } from "node:tty";

/**
 * Names the signals that stop the program. SIGHUP is one of them in a terminal, which sends it when it closes; a service
 * does with it what `onHangUp` does.
 */
export function stopSignals(onHangUp: () => void): readonly NodeJS.Signals[] {
  if (isatty(0)) return ["SIGTERM", "SIGINT", "SIGHUP"];
  process.on("SIGHUP", onHangUp);
  return ["SIGTERM", "SIGINT"];
}
