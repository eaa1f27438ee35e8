import type { Lock } from "../lock.ts";
import { driversApart } from "./drivers-apart.ts";
import { enoughFiles } from "./enough-files.ts";
import { environmentInConfig } from "./environment-in-config.ts";
import { importsCanBeRead } from "./imports-can-be-read.ts";
import { importsMatchTable } from "./imports-match-table.ts";
import { librariesMatchTable } from "./libraries-match-table.ts";
import { packagesAreQuiet } from "./packages-are-quiet.ts";
import { sqlInFiles } from "./sql-in-files.ts";
import { suitesAreOpened } from "./suites-are-opened.ts";
import { tellingNames } from "./telling-names.ts";

/** Every lock: one row each. */
export const locks: readonly Lock[] = [
  importsMatchTable,
  librariesMatchTable,
  importsCanBeRead,
  driversApart,
  environmentInConfig,
  packagesAreQuiet,
  sqlInFiles,
  suitesAreOpened,
  tellingNames,
  enoughFiles,
];
