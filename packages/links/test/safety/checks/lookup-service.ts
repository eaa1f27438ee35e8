import { createLookupService } from "../../../src/safety/checks/lookup-service.ts";
import type { SafetyCheckDriver } from "../../../src/testing/index.ts";
import { findOnly, startLookupServer, type LookupServer } from "../lookup-server.ts";

function open(server: LookupServer) {
  const options = { url: server.url, key: undefined, monotonicMs: () => performance.now(), retryDelaysMs: [1] };
  return { check: createLookupService(options), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

export const driver: SafetyCheckDriver = {
  name: "lookup service",
  async openFor(destination) {
    const server = await startLookupServer();
    server.answerBy(findOnly(destination));
    return open(server);
  },
  async openBroken() {
    const server = await startLookupServer();
    server.answerBy((_, response) => response.writeHead(503).end());
    return open(server);
  },
};
