import { join } from "node:path";
import { ClickError } from "../../click-error.ts";
import { faultOf } from "./log-files.ts";
import { SegmentChain, type SegmentChainOptions } from "./segment-chain.ts";

/** So often a process that has no clicks says that it is still there. */
const signOfLifeMs = 20_000;

/** A log that has ended in good order needs no silence before others take it for ended. */
const longAgo = new Date(0);

/** What one start of a process writes, in a folder of its own. */
export function createPartition(options: SegmentChainOptions & { readonly now: () => number }) {
  const { files, folder, name, now, sync } = options;
  const segments = new SegmentChain(options);
  let signOfLife: NodeJS.Timeout | undefined;

  const giveSign = (): void =>
    void segments
      .current()
      ?.touch(new Date(now()))
      .catch(() => undefined);

  /** Making the folder is what tells whether the name was used before: nobody else can have made it then. */
  async function isUsed(): Promise<boolean> {
    try {
      await files.mkdir(folder, { recursive: true });
    } catch {
      return false;
    }
    try {
      await files.mkdir(join(folder, name));
      return false;
    } catch (error) {
      return faultOf(error) === "EEXIST";
    }
  }

  return {
    /** A disk that fails is no reason not to start: each append tries anew. */
    async open(): Promise<void> {
      if (await isUsed()) throw new ClickError("LOG_UNAVAILABLE", "The partition's name was used before.");
      signOfLife = setInterval(giveSign, signOfLifeMs);
      signOfLife.unref();
      await segments.begin().catch(() => undefined);
    },
    /** Adds a batch, once more where the segment was taken away meanwhile: whoever took it had found it silent. */
    async append(bytes: Buffer): Promise<void> {
      if ((await segments.append(bytes)) || (await segments.append(bytes))) return;
      throw new ClickError("LOG_UNAVAILABLE", "Its files are taken away while they are written.");
    },
    async close(): Promise<void> {
      clearInterval(signOfLife);
      await segments.end(async (last) => {
        await sync.syncNow(last);
        await last.touch(longAgo);
      });
    },
  };
}
