import { runCli } from "./run-cli.ts";
import { openStubService, type StubAnswer } from "./stub-service.ts";

/** A link as a service shows it. */
export const link = {
  shortCode: "AbC123Z",
  shortUrl: "http://127.0.0.1:8787/AbC123Z",
  longUrl: "https://example.com/a?b=c",
  domain: "127.0.0.1:8787",
  status: 302,
  state: "active",
  tags: ["spring", "봄"],
  note: "evil \u001b[31m note",
  createdAt: "2026-11-30T00:00:00.000Z",
  expiresAt: null,
};

/** What a service says when it says no. */
export const refusal = {
  type: "https://example.com/errors#ALIAS_TAKEN",
  title: "Alias taken",
  status: 409,
  code: "ALIAS_TAKEN",
  detail: "This alias is already in use.",
  field: "alias",
  mend: "Choose another alias.",
};

/** Runs `narrows links …` against a stub with one answer. */
export async function ask(answer: StubAnswer, args: readonly string[], env: Record<string, string> = {}) {
  await using service = await openStubService(answer);
  const finished = await runCli(["links", ...args], { NARROWS_SERVER: service.address, ...env });
  return { ...finished, seen: service.seen, request: service.seen[0] };
}
