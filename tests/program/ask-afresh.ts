import { request } from "node:http";

/** Asks over a connection of its own, so that it may be any worker that answers. Gives the status and where it leads. */
export function askAfresh(origin: string, path: string): Promise<{ readonly status: number; readonly to: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly to: string }>();
  const signal = AbortSignal.timeout(30_000);
  const sent = request(new URL(path, origin), { agent: false, signal }, (answer) => {
    answer.resume().once("end", () => resolve({ status: answer.statusCode ?? 0, to: answer.headers.location ?? "" }));
    answer.once("error", reject);
  });
  sent.once("error", reject).end();
  return promise;
}
