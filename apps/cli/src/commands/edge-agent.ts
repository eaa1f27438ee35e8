import { declareConnection, type ConnectionOptions } from "../api/connection-options.ts";
import type { CliCommand } from "../cli-command.ts";
import { OptionError } from "../cli-error.ts";

type Options = ConnectionOptions & {
  readonly folder: string;
  readonly silence?: string;
  readonly listen?: string;
  readonly once?: boolean;
};

/** `narrows edge-agent --folder FOLDER` */
export const edgeAgent: CliCommand = {
  name: "edge-agent",
  declare(command, say) {
    command
      .requiredOption("--folder <folder>", say("edge.folder"))
      .option("--silence <duration>", say("edge.silence"))
      .option("--listen <port>", say("edge.listen"))
      .option("--once", say("edge.once"));
    declareConnection(command, say);
  },
  async run(command, context) {
    const { runAgent } = await import("../edge/run-agent.ts");
    const { folder, silence, listen, once = false, ...connection } = command.opts<Options>();
    const silenceMs = await parseSilence(silence);
    const listenPort = await parsePort(listen);
    return runAgent({ folder, silenceMs, listenPort, once, connection }, context);
  },
};

const defaultSilenceMs = 1_000;

async function parseSilence(text: string | undefined): Promise<number> {
  if (text === undefined) return defaultSilenceMs;
  const { duration } = await import("@narrows/service/config");
  return accept("--silence", "expected.silence", () => duration({ min: 400, max: 300_000 }).parse(text));
}

async function parsePort(text: string | undefined): Promise<number | undefined> {
  if (text === undefined) return undefined;
  const { integer } = await import("@narrows/service/config");
  return accept("--listen", "expected.port", () => integer({ min: 0, max: 65_535 }).parse(text));
}

function accept(option: string, expected: "expected.silence" | "expected.port", parse: () => number): number {
  try {
    return parse();
  } catch {
    throw new OptionError(option, expected);
  }
}
