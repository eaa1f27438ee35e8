import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeatLook } from "../../src/limits/repeated-look.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(look: () => Promise<void>) {
  const seen = { looks: 0, late: 0 };
  const counted = (): Promise<void> => {
    seen.looks += 1;
    return look();
  };
  const repeated = repeatLook({ look: counted, everyMs: 1_000, onLate: () => (seen.late += 1), lateMs: 30_000 });
  return { seen, repeated };
}

it("tells once of a look that hangs, begins no other meanwhile, and goes on when it has ended", async () => {
  const hang = Promise.withResolvers<void>();
  const { seen, repeated } = open(() => hang.promise);
  await vi.advanceTimersByTimeAsync(30_999);
  expect(seen).toEqual({ looks: 1, late: 0 });
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seen).toEqual({ looks: 1, late: 1 });
  hang.resolve();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen).toEqual({ looks: 4, late: 1 });
  repeated.stop();
});

it("looks no more when it was stopped, also in the middle of a look", async () => {
  const hang = Promise.withResolvers<void>();
  const { seen, repeated } = open(() => hang.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  repeated.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  hang.resolve();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seen).toEqual({ looks: 1, late: 0 });
});
