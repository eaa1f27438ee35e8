import { join } from "node:path";

/** Where the generated secrets are kept. */
export function secretPaths(dataDir: string): { readonly adminKey: string; readonly codeSecret: string } {
  return { adminKey: join(dataDir, "admin-key"), codeSecret: join(dataDir, "code-secret") };
}
