import { serveThread } from "../../../src/stores/sqlite/thread-reply.ts";

/** Answers with what it was asked, unless that is to die or to be silent. */
serveThread(() => ({
  answer(question) {
    if (question === "die") process.exit(7);
    if (question === "fail") throw new TypeError("This question is a mistake.");
    // Nobody ever wakes it.
    if (question === "silence") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return question;
  },
  close() {},
}));
