export { createMemorySalts } from "../describe/salts/memory-salts.ts";
