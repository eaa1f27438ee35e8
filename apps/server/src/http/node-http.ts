/**
 * What the service needs of node:http. An import of that module would read everything that it exports, and behind the export
 * named WebSocket is node's whole client for HTTP: 13 MiB, of which a server uses nothing.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
