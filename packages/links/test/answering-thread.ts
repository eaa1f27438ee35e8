import { serveThread } from "../src/stores/sqlite/thread-reply.ts";

// A thread for tests that echoes, except that it stays in the question "silence" for long and dies of "death".
serveThread({
  answer(question) {
    if (question === "silence") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    if (question === "death") process.exit(3);
    return question;
  },
  close: () => undefined,
});
