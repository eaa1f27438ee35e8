import { constants } from "node:os";

/** The user ended the command: no failure to explain. */
export class Interruption extends Error {
  readonly signal: "SIGINT" | "SIGTERM";

  constructor(signal: "SIGINT" | "SIGTERM") {
    super(`Ended by ${signal}.`);
    this.name = "Interruption";
    this.signal = signal;
  }

  /** As shells count it: 130 for Ctrl-C. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}
