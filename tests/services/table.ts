import { clickhouseService } from "./clickhouse-program.ts";
import { debianProgram } from "./debian-program.ts";
import { kafkaService } from "./kafka-program.ts";
import { postgresService } from "./postgres-program.ts";
import type { TestService } from "./service.ts";

/** Every service that system tests may ask for: one row each. */
export const testServices: readonly TestService[] = [
  // Traces system calls: shows that fsync comes before the answer.
  debianProgram({ program: "strace", debianPackage: "strace", probe: ["-f", "-o", "/dev/null", "true"] }),
  // Keeps the limiter's counters; each test file starts its own, see redis-server.ts.
  debianProgram({ program: "redis-server", debianPackage: "redis-server", probe: ["--version"] }),
  // Keeps links; each test file starts its own, see postgres-server.ts.
  postgresService,
  // Carries clicks; each test file starts its own, see kafka-server.ts.
  kafkaService,
  // Keeps and counts clicks; each test file starts its own, see clickhouse-server.ts.
  clickhouseService,
  // Caches in front of the service; each test file starts its own, see tests/edge.
  debianProgram({ program: "nginx", debianPackage: "nginx", probe: ["-v"] }),
  debianProgram({ program: "varnishd", debianPackage: "varnish", probe: ["-V"] }),
  // Speaks TLS in front of the service, see tests/deploy.
  debianProgram({ program: "caddy", debianPackage: "caddy", probe: ["version"] }),
  debianProgram({ program: "openssl", debianPackage: "openssl", probe: ["version"] }),
  // Evaluates the alert rules of deploy/prometheus.
  debianProgram({ program: "promtool", debianPackage: "prometheus", probe: ["--version"] }),
  // Gives a program a small disk of its own, which takes root or a kernel that allows it.
  debianProgram({
    program: "unshare",
    debianPackage: "util-linux",
    probe: ["--mount", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"],
  }),
];
