import { remarkText, type PolicyFault, type PolicyWarning } from "@narrows/server/policies";
import type { Outcome } from "../cli-command.ts";
import { printable } from "../output/printable.ts";
import type { Language, Say } from "../texts/say.ts";
import type { NamedPolicies } from "./read-policies.ts";

/** Every remark in a line of its own, in the form that editors jump by; faults make the exit code 1. */
export function lintOutcome({ file, rows, faults, warnings }: NamedPolicies, language: Language, say: Say): Outcome {
  const name = file ?? say("policies.builtIn");
  const lineOf = (remark: PolicyFault | PolicyWarning, kind: string): string => {
    const { line, column, policy, code } = remark;
    const about = policy === undefined ? "" : ` ${policy}:`;
    return `${printable(`${name}:${line}:${column}: ${kind}:${about} ${remarkText(remark, language)} [${code}]`)}\n`;
  };
  const isFine = faults.length === 0;
  const end = isFine
    ? say("policies.fine", { file: name, policies: rows.length })
    : say("policies.faulty", { file: name, faults: faults.length });
  const human = [
    ...faults.map((fault) => lineOf(fault, say("policies.fault"))),
    ...warnings.map((warning) => lineOf(warning, say("policies.warning"))),
    `${printable(end)}\n`,
  ].join("");
  const told = (remark: PolicyFault | PolicyWarning) => {
    const { code, line, column, policy = null } = remark;
    return { code, line, column, policy, message: remarkText(remark, language) };
  };
  const json = { file, fine: isFine, policies: rows.length, faults: faults.map(told), warnings: warnings.map(told) };
  return { json, human, ...(isFine ? {} : { exitCode: 1 as const }) };
}
