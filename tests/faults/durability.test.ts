import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { linksApi } from "../program/links-api.ts";
import { startProgram } from "../program/program.ts";
import { parseTrace, type SystemCall } from "../program/system-call-trace.ts";
import { makeTempFolder } from "../program/temp-folder.ts";

const strace = inject("services")["strace"];
const aliases = Array.from({ length: 20 }, (_, index) => `durable-${100 + index}`);
const tracedCalls = "read,recvfrom,recvmsg,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync";
const synchronousOff = fileURLToPath(new URL("../program/synchronous-off.js", import.meta.url));

// A kill cannot show this: what the kernel has taken survives the process, and is lost only with the machine.
describe.skipIf(strace === undefined)("the system calls of a create", () => {
  it("show that the link is on the disk before the answer is sent", async () => {
    const calls = await traceCreates([]);
    expect(aliases.filter((alias) => !isSyncedBeforeAnswer(calls, alias))).toEqual([]);
  });

  it("show the opposite when the database runs with synchronous off", async () => {
    const calls = await traceCreates([`--import=${synchronousOff}`]);
    expect(aliases.filter((alias) => isSyncedBeforeAnswer(calls, alias))).toEqual([]);
  });
});

/** Creates the links one after another, so that no other link's sync can be taken for theirs. */
async function traceCreates(nodeOptions: readonly string[]): Promise<readonly SystemCall[]> {
  await using folder = await makeTempFolder();
  const tracePath = join(folder.path, "trace");
  // -D: the tracer stands beside the program, not above it, so that signals and exit code are the program's own.
  const under = [strace ?? "", "-D", "-f", "-y", "-s", "2048", "-e", `trace=${tracedCalls}`, "-o", tracePath];
  await using program = await startProgram({ under, nodeOptions });
  const api = linksApi(program.http, program.admin);
  for (const alias of aliases) await api.mustCreate({ longUrl: `https://example.com/${alias}`, alias });
  await program.stop();
  return parseTrace(await readFile(tracePath, "utf8"));
}

/**
 * True when, after the request was read and before its answer was written, the database's log was written and then
 * synced without failure.
 */
function isSyncedBeforeAnswer(calls: readonly SystemCall[], alias: string): boolean {
  const request = calls.find((call) => /^(read|recv)/.test(call.name) && call.args.includes(`"alias\\":\\"${alias}`));
  const answer = calls.find((call) => /^(write|send)/.test(call.name) && isAnswerFor(call, alias));
  if (request === undefined || answer === undefined) throw new Error(`The trace does not show the create of ${alias}.`);
  const between = calls.filter((call) => call.beganAt > request.endedAt && call.endedAt < answer.beganAt);
  const write = between.findLast((call) => call.name.startsWith("pwrite") && call.args.includes(".db-wal>"));
  return (
    write !== undefined &&
    between.some((call) => call.name.endsWith("sync") && call.args.includes(".db-wal>") && isAfter(call, write))
  );
}

function isAnswerFor(call: SystemCall, alias: string): boolean {
  return call.args.includes("HTTP/1.1 201") && call.args.includes(alias);
}

function isAfter(sync: SystemCall, write: SystemCall): boolean {
  return sync.result === 0 && sync.beganAt > write.endedAt;
}
