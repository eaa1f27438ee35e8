export { defaultPolicies } from "./default-policies.ts";
export { parsePolicies, type PoliciesFile } from "./policies-file.ts";
export { policiesSchema } from "./policies-schema.ts";
export { remarkText, type PolicyFault, type PolicyWarning } from "./policy-fault.ts";
export type { PolicyRow } from "./policy-row.ts";
export { renderPolicies } from "./render-policies.ts";
