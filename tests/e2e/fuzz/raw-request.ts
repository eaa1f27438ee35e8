/** A request before it is written out; every part may be as wrong as it likes. */
export type RawRequest = {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** In order, as they are; repetitions are allowed. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** How the body's length is told. `told` overrides the true length. */
  readonly framing:
    | { readonly kind: "length"; readonly told?: string }
    | { readonly kind: "chunked" }
    | { readonly kind: "none" };
};

/** Writes a request as bytes. Header text is latin1, so that any byte can be in it. */
export function renderRequest({ method, target, version, headers, body, framing }: RawRequest): Buffer {
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (framing.kind === "length") lines.push(`Content-Length: ${framing.told ?? body.length}`);
  if (framing.kind === "chunked") lines.push("Transfer-Encoding: chunked");
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return Buffer.concat([head, framing.kind === "chunked" ? chunked(body) : body]);
}

function chunked(body: Buffer): Buffer {
  const size = Buffer.from(`${body.length.toString(16)}\r\n`);
  const whole = body.length === 0 ? Buffer.alloc(0) : Buffer.concat([size, body, Buffer.from("\r\n")]);
  return Buffer.concat([whole, Buffer.from("0\r\n\r\n")]);
}
