import { once } from "node:events";
import { createInterface } from "node:readline";
import { StoreError } from "../src/store-error.ts";
import { migrateSqlite, openSqlite, restoreSqlite } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink } from "../src/testing/index.ts";
import { patient } from "./patient.ts";

/** A second process on one file, for tests: `node sqlite-rival.ts TASK PATH [MORE]`. It begins when stdin says so. */
const [, , task = "", path = "", more = ""] = process.argv;

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  /** Migrates, and says which versions it saw. */
  async migrate() {
    await begin();
    say(await migrateSqlite(path, patient));
  },
  /** Creates the codes `MORE0` to `MORE99`, all at once, and says how each ended. */
  async race() {
    const database = await openSqlite({ path, ...patient });
    await begin();
    const links = Array.from({ length: 100 }, (_, index) =>
      sampleLink({ kind: "alias", code: `${more}${index}`, note: String(process.pid) }),
    );
    const outcomes = await Promise.all(links.map((link) => database.links.create(createCommand(link))));
    say({ pid: process.pid, kinds: outcomes.map((outcome) => outcome.kind) });
    await database.close();
  },
  /** Creates without end, and says each code once it was acknowledged. */
  async create() {
    const database = await openSqlite({ path, ...patient });
    await begin();
    for (let round = 0; ; round += 1) {
      const links = Array.from({ length: 20 }, (_, index) => sampleLink({ code: `c${round}x${index}` }));
      await Promise.all(
        links.map(async (link) => {
          await database.links.create(createCommand(link));
          say(link.code);
        }),
      );
    }
  },
  /** Creates each code that stdin gives, one a line, and says how that ended. */
  async answer() {
    const database = await openSqlite({ path, ...patient });
    say("ready");
    for await (const code of createInterface({ input: process.stdin })) {
      const outcome = database.links.create(createCommand(sampleLink({ code })));
      say(
        await outcome.then(
          ({ kind }) => kind,
          (error: unknown) => (error instanceof StoreError ? error.code : String(error)),
        ),
      );
    }
    await database.close();
  },
  /** Opens everything that a store has, closes it, and leaves the end of the process to the event loop. */
  async close() {
    const database = await openSqlite({ path, ...patient });
    const link = sampleLink();
    await database.links.create(createCommand(link));
    await database.keys.list();
    await database.close();
    say("closed");
    process.stdin.destroy();
  },
  /** Keeps the database open until stdin ends, without reading or writing. */
  async hold() {
    const database = await openSqlite({ path, ...patient });
    await begin();
    await database.close();
  },
  /** Restores `MORE` and says how that ended. */
  async restore() {
    await begin();
    say(await restoreSqlite(more, path).then(() => "restored", String));
  },
};

await tasks[task]?.();

async function begin(): Promise<void> {
  say("ready");
  await once(process.stdin, "data");
  process.stdin.destroy();
}

function say(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
