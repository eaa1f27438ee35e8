import { expect, onTestFinished, test, vi } from "vitest";
import { ask } from "../src/api/ask.ts";
import { openStubService } from "./stub-service.ts";

test.each([
  ["after 30 seconds", undefined, 30],
  ["after the time that the question has", 310_000, 310],
])(
  "a service that takes the question and never answers is said to be silent, %s",
  async (_when, deadlineMs, seconds) => {
    await using service = await openStubService("silence");
    const soon = AbortSignal.timeout(50);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon);
    onTestFinished(() => timeout.mockRestore());
    const connection = {
      server: new URL(service.address),
      key: undefined,
      keySource: undefined,
      language: "en",
    } as const;
    const question = { method: "GET", path: "v1/urls", ...(deadlineMs && { deadlineMs }) } as const;
    await expect(ask(connection, question, new AbortController().signal)).rejects.toMatchObject({
      code: "SERVER_SILENT",
      values: { server: service.address, seconds },
    });
    expect(timeout.mock.calls).toEqual([[seconds * 1_000]]);
  },
);
