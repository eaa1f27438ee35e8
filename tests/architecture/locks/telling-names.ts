import type { Lock } from "../lock.ts";

const vague = /^(?:utils?|helpers?|common|core|misc|shared|types|constants|lib)$/;

/** A folder that is named after nothing collects everything. */
export const tellingNames: Lock = {
  name: "telling-names",
  sentence: "no folder or file has a name that says nothing, such as utils or types.ts",
  check({ files }) {
    return files
      .filter(({ path }) => path.split("/").some((part) => vague.test(part.replace(/\.[a-z]+$/, ""))))
      .map(({ path }) => `${path}: name it after what it holds`);
  },
};
