import { setTimeout as sleep } from "node:timers/promises";
import { waitText } from "@narrows/server/wait-text";
import type { Context } from "../cli-command.ts";
import type { Progress } from "./send-batches.ts";

/** Says for how long the import rests, and rests; Ctrl-C ends it. */
export async function announceWait(
  { say, language, notice, signal }: Context,
  seconds: number,
  { done, all }: Progress,
): Promise<void> {
  notice(say("links.waiting", { done, all, wait: waitText(seconds, language) }));
  await sleep(seconds * 1_000, undefined, { signal });
}
