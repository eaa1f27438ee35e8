import type { CliCommand } from "../cli-command.ts";
import { linksCreate } from "./links-create.ts";
import { linksDelete } from "./links-delete.ts";
import { linksGet } from "./links-get.ts";
import { linksList } from "./links-list.ts";
import { serve } from "./serve.ts";

/** Every command, in the order of the help. */
export const commands: readonly CliCommand[] = [serve, linksCreate, linksGet, linksList, linksDelete];
