import { createServer } from "node:http";

/** `node-http.ts PORT LOCATION`: the least that node:http can do for a redirect. */
const [port, location = ""] = process.argv.slice(2);

createServer((_request, response) => {
  response.writeHead(302, { location, "content-length": 0 });
  response.end();
}).listen(Number(port), "127.0.0.1");
