import { cliConfig } from "@narrows/cli/src/config.ts";
import { serverConfigTable } from "@narrows/server";
import { configReference } from "@narrows/service/config";
import type { Page } from "./page.ts";

/** Every option of every program, from the tables that read them. */
export const configPage: Page = {
  path: "docs/reference/config.md",
  render: () => `# Configuration

Made from the sources by \`npm run docs\`; change it there.

Options are environment variables. An unset or empty variable takes its default. A value that is not acceptable, or two
that contradict each other, end the start with exit code 2 and a line for each fault. Spans of time are written \`10s\`,
\`5m\`, \`1d\`; amounts of memory \`64KiB\`, \`64MiB\`.

## The link service

\`npm start\`

${configReference(serverConfigTable)}
## The command line

\`npm run narrows -- …\`: the commands \`links\`, \`stats\`, \`reports\`, \`keys\`, \`clicks\`, \`db\`, \`codes\`, \`policies\` and
\`edge-agent\`. \`serve\` and \`click-writer\` read the options of the link service, above; so does \`clicks\`, which finds by
\`CLICKHOUSE_URL\`, \`DATABASE_URL\` or \`DATA_DIR\` where clicks are counted, and needs no key.

${configReference(cliConfig)}`,
};
