import { appendFile, mkdir, mkdtemp, readdir, rm, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileLog, openFileSource } from "../../../src/logs/files/index.ts";
import { describeClickLog } from "../../../src/testing/describe-click-log.ts";

/** Small enough that most appends begin a new file. */
const maxSegmentBytes = 64 * 1024;

describeClickLog({
  name: "files",
  async open() {
    const folder = await mkdtemp(join(tmpdir(), "narrows-clicks-"));
    let starts = 0;
    return {
      async start() {
        starts += 1;
        const log = await openFileLog({ folder, partition: `start-${starts}`, maxSegmentBytes, now: Date.now });
        return { log, source: openFileSource({ folder, now: Date.now }) };
      },
      async appendForeign(record) {
        await mkdir(join(folder, "foreign"));
        await appendFile(join(folder, "foreign", "0000000000000000.jsonl"), `${record}\n\n`);
      },
      async loseOldest() {
        const [oldest = ""] = await readdir(join(folder, "start-1"));
        await unlink(join(folder, "start-1", oldest));
      },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  },
});
