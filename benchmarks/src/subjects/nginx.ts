import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { destinationOf } from "../link-set.ts";
import { findProgram } from "../process/run.ts";
import { startServer } from "../start-server.ts";
import type { Subject } from "../subject.ts";

/** Debian installs it outside the PATH of a normal user. */
const places = ["nginx", "/usr/sbin/nginx", "/usr/local/sbin/nginx"];

/** What a server written in C needs for the same answer. */
export const subject: Subject = {
  name: "nginx",
  description: "nginx with one worker, `return 302`, no access log",
  version: async () => /nginx\/(\S+)/.exec((await find())?.output ?? "")?.[1] ?? "unknown",
  missing: async () => ((await find()) === undefined ? "nginx is not installed" : undefined),
  fill: async () => undefined,
  countLinks: () => undefined,
  forgetStarts: () => undefined,
  start: async (options) => {
    const command = (await find())?.command ?? "nginx";
    return startServer("nginx", options, (port) => {
      const file = join(options.folder, "nginx.conf");
      writeFileSync(file, configuration(port, options.folder));
      return { command, args: ["-p", options.folder, "-c", file, "-e", join(options.folder, "error.log")] };
    });
  },
};

function find() {
  return findProgram(places, ["-v"]);
}

/** keepalive_requests: nginx would close a connection after 1,000 answers, which no other subject does. */
function configuration(port: number, folder: string): string {
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { return 302 ${destinationOf(0)}; }
  }
}
`;
}
