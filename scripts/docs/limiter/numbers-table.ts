import { compilePolicy } from "@narrows/limiter";
import { quota, type Contender } from "./contenders.ts";
import type { Play } from "./play.ts";
import { arrivalsMs } from "./traffic.ts";

/** Words of the table in one language. */
export type TableWords = {
  readonly algorithm: string;
  readonly passed: string;
  readonly most: string;
  readonly worst: string;
  readonly numbers: string;
  readonly bytes: string;
};

/** What the same requests and the code itself say about each algorithm. */
export function numbersTable(plays: readonly Play[], words: TableWords): string {
  const head = [words.algorithm, words.passed, words.most, words.worst, words.numbers, words.bytes].map((word) =>
    word.replace("{requests}", String(arrivalsMs.length)).replace("{seconds}", String(quota.seconds)),
  );
  return [line(head), line(["---", "--:", "--:", "--:", "--:", "--:"]), ...plays.map(row)].join("\n");
}

function row({ contender, passedMs, mostInWindow }: Play): string {
  const { width } = compilePolicy({ name: "table", ...contender.options(1) }).algorithm;
  const cells = [passedMs.length, mostInWindow, contender.worstCase, width, width * 8];
  return line([nameOf(contender), ...cells.map(String)]);
}

function nameOf({ name, variant }: Contender): string {
  return variant === "" ? `\`${name}\`` : `\`${name}\`, ${variant}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
