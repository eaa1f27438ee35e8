import { failureOf, renderFailure, renderFailureJson } from "./failure.ts";
import { Interruption } from "./interruption.ts";
import { readLanguage } from "./texts/read-language.ts";
import { sayIn, type Language } from "./texts/say.ts";

/** Says on standard error what went wrong, as JSON where `--json` is among the arguments, and sets the exit code. */
export function explainFailure(error: unknown, args: readonly string[]): void {
  if (error instanceof Interruption) {
    process.exitCode = error.exitCode;
    return;
  }
  const failure = failureOf(error, sayIn(languageOrEnglish()));
  process.exitCode = failure.exitCode;
  process.stderr.write(args.includes("--json") ? renderFailureJson(failure) : renderFailure(failure));
}

/** What went wrong may be that the language could not be read. */
function languageOrEnglish(): Language {
  try {
    return readLanguage();
  } catch {
    return "en";
  }
}
