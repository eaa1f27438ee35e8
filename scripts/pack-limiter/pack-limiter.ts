import { join } from "node:path";
import { buildPackage } from "./build-package.ts";

/** `npm run build -w @narrows/limiter`: makes packages/limiter/dist, the only folder to pack or publish. */
export async function main(): Promise<void> {
  const source = join(import.meta.dirname, "..", "..", "packages", "limiter");
  const target = join(source, "dist");
  const files = await buildPackage(source, target);
  console.log(`${files.length} files in ${target}`);
}
