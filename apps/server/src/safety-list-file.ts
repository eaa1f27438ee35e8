import { maxSafetyListBytes, parseSafetyList } from "@narrows/links";
import { MalformedValue, type ConfigKind } from "@narrows/service/config";
import { readRegularFile } from "./regular-file.ts";

/** The path of a safety list, which is read once at the start so that a fault in it is told of together with all others. */
export const safetyListFile: ConfigKind<string, ""> = {
  description: "the path of a file with one host name, or one beginning of an address, a line",
  unit: "",
  parse(path) {
    try {
      parseSafetyList(readRegularFile(path, maxSafetyListBytes));
      return path;
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/\.?$/, ".") : "It cannot be read.";
      throw new MalformedValue(`${reason} Name a readable file with one host or address a line.`, { cause: error });
    }
  },
};
