import { writeFileSync } from "node:fs";
import { createListCheck } from "../../../src/safety/checks/list.ts";
import type { SafetyCheckDriver } from "../../../src/testing/index.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const onFault = (): void => undefined;

export const driver: SafetyCheckDriver = {
  name: "list",
  async openFor(destination) {
    const folder = temporaryFolder();
    const path = folder.file("list.txt");
    writeFileSync(path, `# a comment\n${destination}\n`);
    return { check: createListCheck({ path, onFault }), [Symbol.asyncDispose]: async () => folder.remove() };
  },
  async openBroken() {
    const folder = temporaryFolder();
    const check = createListCheck({ path: folder.file("missing.txt"), onFault });
    return { check, [Symbol.asyncDispose]: async () => folder.remove() };
  },
};
