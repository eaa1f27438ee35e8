/** One system call as strace wrote it. */
export type SystemCall = {
  readonly name: string;
  /** The arguments as printed, descriptors with their path or socket in angle brackets. */
  readonly args: string;
  /** What it returned; negative when it failed. */
  readonly result: number;
  /** The lines of the trace on which the call began and ended. Every line of a trace happened after the one before. */
  readonly beganAt: number;
  readonly endedAt: number;
};

type Begun = { readonly name: string; readonly args: string; readonly beganAt: number };

const wholePattern = /^(\w+)\((.*)\) += (-?\d+|\?)/s;
const begunPattern = /^(\w+)\((.*?),? *<unfinished \.\.\.>$/s;
const resumedPattern = /^<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)/s;

/** Reads what `strace -f -o FILE` wrote; calls that were cut in two by another thread's are put together. */
export function parseTrace(text: string): readonly SystemCall[] {
  const calls: SystemCall[] = [];
  const begun = new Map<string, Begun>();
  for (const [at, line] of text.split("\n").entries()) {
    const [, thread = "", what = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const call = readWhole(what, at) ?? readResumed(what, at, begun.get(thread));
    if (call !== undefined) calls.push(call);
    const [, name, args = ""] = begunPattern.exec(what) ?? [];
    if (name !== undefined) begun.set(thread, { name, args, beganAt: at });
  }
  return calls;
}

function readWhole(what: string, at: number): SystemCall | undefined {
  const [, name, args = "", result] = wholePattern.exec(what) ?? [];
  return name === undefined ? undefined : { name, args, result: Number(result), beganAt: at, endedAt: at };
}

function readResumed(what: string, at: number, begun: Begun | undefined): SystemCall | undefined {
  const [, name, args = "", result] = resumedPattern.exec(what) ?? [];
  if (name === undefined || begun?.name !== name) return undefined;
  return { ...begun, args: begun.args + args, result: Number(result), endedAt: at };
}
