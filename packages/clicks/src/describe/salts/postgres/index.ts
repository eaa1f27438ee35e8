export { connectTo, type Connect } from "../../../postgres/connect.ts";
export { createPostgresSalts, removeOldPostgresSalts, type PostgresSaltOptions } from "./postgres-salts.ts";
