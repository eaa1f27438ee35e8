/** Says why a server could not be reached, in the operator's terms where the system's code is one of the common ones. */
export function connectFault(error: Error, host: string, port: number): string {
  // Of a host with several addresses the message is empty, and the code that of one of them.
  const code = "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND") return `the host ${host} is unknown, ${code}`;
  if (code === "EAI_AGAIN") return `the name of the host ${host} cannot be looked up at present, ${code}`;
  if (code === "ECONNREFUSED") return `nobody listens at port ${port} of ${host}, ${code}`;
  return error.message === "" ? code : error.message;
}

export const noTls = "the server offers no TLS, which sslmode demands";

/** The modes in which the library does not go on without TLS. */
export function demandsTls(url: string): boolean {
  const mode = URL.parse(url)?.searchParams.get("sslmode") ?? "disable";
  return !["disable", "prefer"].includes(mode);
}

/** https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL: one byte, S or N. */
export function refusesTls(answer: Uint8Array): boolean {
  return answer.length === 1 && answer[0] === 0x4e;
}
