export type { CodeRequest, CodeStrategy } from "./code-strategy.ts";
