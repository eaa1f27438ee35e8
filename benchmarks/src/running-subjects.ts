import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BenchmarkContext } from "./benchmark.ts";
import { pinTo } from "./process/child.ts";
import type { RunningSubject, Subject } from "./subject.ts";

/** Servers that are stopped together, last first. */
export interface RunningSubjects extends AsyncDisposable {
  readonly servers: readonly RunningSubject[];
}

/** Fills and starts those of `names` that can run here, each in a folder of its own. */
export async function startSubjects(
  context: BenchmarkContext,
  names: readonly string[],
  links: number,
): Promise<RunningSubjects> {
  const stack = new AsyncDisposableStack();
  const servers: RunningSubject[] = [];
  try {
    for (const subject of chosen(context, names)) {
      servers.push(stack.use(await startFilled(context, subject, links, subject.name)));
    }
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  return { servers, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Fills a new folder named `folderName` with `links` links and starts `subject` on it. */
export async function startFilled(
  context: BenchmarkContext,
  subject: Subject,
  links: number,
  folderName: string,
): Promise<RunningSubject> {
  const folder = await fillFolder(context, subject, links, folderName);
  return startOn(context, subject, folder);
}

/** Starts `subject` on a folder that it has filled. */
export async function startOn(
  context: BenchmarkContext,
  subject: Subject,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningSubject> {
  return subject.start({ folder, wrapper: pinTo(context.cores?.server), settings, signal: context.signal });
}

/** Fills a new folder named `folderName` with `links` links. */
export async function fillFolder(
  context: BenchmarkContext,
  subject: Subject,
  links: number,
  folderName: string,
): Promise<string> {
  const folder = folderOf(context, folderName);
  mkdirSync(folder);
  context.progress(`${folderName}: fill with ${links.toLocaleString("en")} links`);
  await subject.fill(folder, links);
  return folder;
}

/** Where `fillFolder` puts it. A subject's own folder has its name. */
export function folderOf(context: BenchmarkContext, folderName: string): string {
  return join(context.folder, folderName);
}

/** The subject of that name. @throws When it cannot run here. */
export function subjectNamed(context: BenchmarkContext, name: string): Subject {
  const subject = context.subjects.get(name);
  if (subject === undefined) throw new Error(`This benchmark needs "${name}", which cannot run here.`);
  return subject;
}

/** Fills a folder for each of `names` that can run here, to start them on later. */
export async function fillAll(context: BenchmarkContext, names: readonly string[], links: number) {
  const filled: { readonly subject: Subject; readonly folder: string }[] = [];
  for (const subject of chosen(context, names)) {
    filled.push({ subject, folder: await fillFolder(context, subject, links, subject.name) });
  }
  return filled;
}

function chosen(context: BenchmarkContext, names: readonly string[]): readonly Subject[] {
  return names.flatMap((name) => context.subjects.get(name) ?? []);
}

/** `count` links, fewer in a test, never none. */
export function scaled(context: BenchmarkContext, count: number): number {
  return Math.max(1, Math.round(count * context.scale));
}
