import { onTestFinished } from "vitest";
import type { ClickLogDriver, LogEnds, LogUnderTest } from "./log-driver.ts";

/** A log of one test. All that it started is closed when the test is over. */
export type LogInUse = {
  readonly subject: LogUnderTest;
  readonly start: () => Promise<LogEnds>;
  /** Closes what was started last and starts again, as after a restart. */
  readonly restart: () => Promise<LogEnds>;
  readonly stop: () => Promise<void>;
};

export type UseLog = () => Promise<LogInUse>;

export function useLog(driver: ClickLogDriver): UseLog {
  return async () => {
    const subject = await driver.open();
    let started: LogEnds | undefined;
    const stop = async () => {
      await started?.log.close();
      await started?.source.close();
      started = undefined;
    };
    const start = async () => (started = await subject.start());
    onTestFinished(async () => {
      await stop();
      await subject.remove();
    });
    return {
      subject,
      start,
      stop,
      restart: async () => {
        await stop();
        return start();
      },
    };
  };
}
