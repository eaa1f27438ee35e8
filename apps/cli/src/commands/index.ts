import type { CliCommand } from "../cli-command.ts";
import { clickWriter } from "./click-writer.ts";
import { clicksDead } from "./clicks-dead.ts";
import { clicksGiveUp } from "./clicks-give-up.ts";
import { clicksPartitions } from "./clicks-partitions.ts";
import { clicksRebuild } from "./clicks-rebuild.ts";
import { codesDecode } from "./codes-decode.ts";
import { codesJumpEpochs } from "./codes-jump-epochs.ts";
import { dbBackup } from "./db-backup.ts";
import { dbCopy } from "./db-copy.ts";
import { dbMigrate } from "./db-migrate.ts";
import { dbRestore } from "./db-restore.ts";
import { edgeAgent } from "./edge-agent.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { linksCreate } from "./links-create.ts";
import { linksDelete } from "./links-delete.ts";
import { linksDisable } from "./links-disable.ts";
import { linksEdit } from "./links-edit.ts";
import { linksEnable } from "./links-enable.ts";
import { linksGet } from "./links-get.ts";
import { linksImport } from "./links-import.ts";
import { linksList } from "./links-list.ts";
import { linksQuarantine } from "./links-quarantine.ts";
import { linksRelease } from "./links-release.ts";
import { policiesLint } from "./policies-lint.ts";
import { policiesShow } from "./policies-show.ts";
import { reportsList } from "./reports-list.ts";
import { reportsSettle } from "./reports-settle.ts";
import { serve } from "./serve.ts";
import { stats } from "./stats.ts";

/** Every command, in the order of the help. */
export const commands: readonly CliCommand[] = [
  serve,
  linksCreate,
  linksImport,
  linksGet,
  linksList,
  linksEdit,
  linksEnable,
  linksDisable,
  linksDelete,
  linksQuarantine,
  linksRelease,
  stats,
  clickWriter,
  clicksDead,
  clicksRebuild,
  clicksPartitions,
  clicksGiveUp,
  reportsList,
  reportsSettle,
  keysCreate,
  keysList,
  keysRevoke,
  codesDecode,
  codesJumpEpochs,
  dbMigrate,
  dbCopy,
  dbBackup,
  dbRestore,
  policiesLint,
  policiesShow,
  edgeAgent,
];
