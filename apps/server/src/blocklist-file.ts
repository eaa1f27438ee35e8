import { parseBlocklist } from "@narrows/links";
import { MalformedValue, type ConfigKind } from "@narrows/service/config";
import { readRegularFile } from "./regular-file.ts";

/** A good million hosts. */
const maxBytes = 32 * 1024 * 1024;

/** The path of a blocklist, which is read at once: a fault in the file is told of together with all others. */
export const blocklistFile: ConfigKind<ReadonlySet<string>, ""> = {
  description: "the path of a file with one host name a line",
  unit: "",
  parse(path) {
    try {
      return parseBlocklist(readRegularFile(path, maxBytes));
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/\.?$/, ".") : "It cannot be read.";
      throw new MalformedValue(`${reason} Name a readable file with one host name a line.`, { cause: error });
    }
  },
};
