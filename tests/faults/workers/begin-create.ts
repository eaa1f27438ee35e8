import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { within } from "../../program/deadline.ts";
import type { Program } from "../../program/program.ts";

/** Resolves when a worker has the request's head and waits for its body, which is sent by what it gives. */
export async function beginCreate({ origin, admin }: Program, longUrl: string): Promise<() => Promise<number>> {
  const body = JSON.stringify({ longUrl });
  const framing = { "content-type": "application/json", "content-length": `${body.length}`, expect: "100-continue" };
  const sent = request(`${origin}/v1/urls`, { method: "POST", agent: false, headers: { ...admin, ...framing } });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await within(30_000, "The word to go on", Promise.race([once(sent, "continue"), answered]));
  return async () => {
    sent.end(body);
    const [answer] = await answered;
    return answer.resume().statusCode ?? 0;
  };
}
