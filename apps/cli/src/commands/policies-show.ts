import type { CliCommand } from "../cli-command.ts";

/** `narrows policies show` */
export const policiesShow: CliCommand = {
  name: "policies show",
  async run(_, { config }) {
    const { renderPolicies } = await import("@narrows/server/policies");
    const { CliError } = await import("../cli-error.ts");
    const { readPolicies } = await import("../policies/read-policies.ts");
    const { file, rows, faults } = await readPolicies(config().policiesFile);
    if (file !== null && faults.length > 0) throw new CliError("POLICIES_FAULTY", { file, faults: faults.length });
    return { json: { file, policies: rows }, human: renderPolicies(rows) };
  },
};
