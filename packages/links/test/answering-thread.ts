import { serveThread } from "../src/stores/sqlite/thread-reply.ts";

// A thread for tests that echoes, except that it stays in the question "silence" for long and dies of "death". Memory that
// it shares with who asks tells that the answer has gone out.
serveThread({
  answer(question) {
    if (question === "silence") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    if (question === "death") process.exit(3);
    if (question instanceof Int32Array) setImmediate(tell, question);
    return question;
  },
  close: () => undefined,
});

function tell(answered: Int32Array): void {
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}
