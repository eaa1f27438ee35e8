export { connectTo, type Connect } from "../../postgres/connect.ts";
