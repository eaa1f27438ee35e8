import { debianProgram } from "./debian-program.ts";
import type { TestService } from "./service.ts";

/** Every service that system tests may ask for: one row each. */
export const testServices: readonly TestService[] = [
  debianProgram({ program: "strace", debianPackage: "strace", probe: ["-f", "-o", "/dev/null", "true"] }),
];
