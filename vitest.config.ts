import { configDefaults, defineConfig } from "vitest/config";

const unitTests = [
  "packages/*/test/**/*.test.ts",
  "apps/*/test/**/*.test.ts",
  "tests/{architecture,docs,toolchain}/**/*.test.ts",
];
const notTests = [...configDefaults.exclude, "**/fixtures/**"];

export default defineConfig({
  test: {
    // Tests load the sources as the program does: by node itself, which strips the types and resolves nothing more.
    experimental: { viteModuleRunner: false },
    exclude: notTests,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: unitTests,
          // What takes as long hangs, on the slowest machine; some of these start a dozen processes one after the other.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts", "benchmarks/test/**/*.test.ts"],
          exclude: [...notTests, ...unitTests],
          globalSetup: ["tests/services/setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // These start whole programs and load the machine; side by side they would only wait for each other.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
