import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

const run = promisify(execFile);

/** The path of openssl; undefined where it could not be had, which the run has said. */
export function opensslProgram(): string | undefined {
  return inject("services")["openssl"];
}

/** Makes a certificate of a day for a host, and its key. @returns The paths of both. */
export async function makeCertificate(
  folder: string,
  host: string,
): Promise<readonly [certificate: string, key: string]> {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`, "-days", "1", "-nodes"];
  const made = ["-newkey", "rsa:2048", "-keyout", key, "-out", certificate];
  await run(opensslProgram() ?? "", ["req", "-x509", ...subject, ...made]);
  return [certificate, key];
}
