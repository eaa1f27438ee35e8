import { join } from "node:path";
import { ClickError } from "../../click-error.ts";
import { faultOf, folderMode } from "./log-files.ts";
import { SegmentChain, type SegmentChainOptions } from "./segment-chain.ts";
import { listSegments } from "./segment-names.ts";
import { createSignOfLife } from "./sign-of-life.ts";

/** A log that has ended in good order needs no silence before others take it for ended. */
const longAgo = new Date(0);

type PartitionOptions = SegmentChainOptions & { readonly now: () => number };

/** What one start of a process writes, in a folder of its own. */
export function createPartition(options: PartitionOptions) {
  const { files, folder, name, now } = options;
  const segments = new SegmentChain(options);
  const sign = createSignOfLife(() => segments.current()?.touch(new Date(now())) ?? touchNewest(options));

  /** Making the folder is what tells whether the name was used before: nobody else can have made it then. */
  async function isUsed(): Promise<boolean> {
    try {
      await files.mkdir(folder, { recursive: true, mode: folderMode });
    } catch {
      return false;
    }
    try {
      await files.mkdir(join(folder, name), { mode: folderMode });
      return false;
    } catch (error) {
      return faultOf(error) === "EEXIST";
    }
  }

  return {
    /** A disk that fails is no reason not to start: each append tries anew. */
    async open(): Promise<void> {
      if (await isUsed()) throw new ClickError("LOG_UNAVAILABLE", "The partition's name was used before.");
      sign.start();
      await segments.begin().catch(() => undefined);
    },
    /** Does what asks for files, while no sign of life is given. */
    atWork: sign.inPlaceOf,
    /** Adds a batch, once more where its segment was taken away or damaged: whoever took it may have found it silent. */
    async append(bytes: Buffer): Promise<void> {
      if ((await segments.append(bytes)) || (await segments.append(bytes))) return;
      throw new ClickError("LOG_UNAVAILABLE", "Its files are taken away or changed while they are written.");
    },
    /** Lets a reader remove all that is stored. */
    turn: () => segments.turn(),
    async close(): Promise<void> {
      await sign.stop();
      await segments.end((last) => last.touch(longAgo));
    },
  };
}

/** On a full disk nothing is being written for long: the sign is given where a reader looks for it. */
async function touchNewest({ files, folder, name, now }: PartitionOptions): Promise<void> {
  const own = join(folder, name);
  const newest = (await listSegments(files, own)).at(-1)?.path ?? own;
  const at = new Date(now());
  await files.utimes(newest, at, at);
}
