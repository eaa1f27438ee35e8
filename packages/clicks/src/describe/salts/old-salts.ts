// What a process loads that makes no salts, and removes those that are over.
export { firstLiveDay } from "./daily-salts.ts";
export { createSaltFiles } from "./salt-files.ts";
