import type { CliCommand } from "../cli-command.ts";
import { environment, readDefaultHost } from "../config.ts";

type Options = {
  readonly name: string;
  readonly owner?: string;
  readonly scopes?: string;
  readonly domain?: string;
  readonly expires?: string;
};

/** Enough for a program that makes links and looks at them. */
const defaultScopes = "links:write,links:read";

/** `narrows keys create` */
export const keysCreate: CliCommand = {
  name: "keys create",
  declare(command, say) {
    command
      .requiredOption("--name <text>", say("keys.name"))
      .option("--owner <uuid>", say("keys.owner"))
      .option("--scopes <list>", say("keys.scopes", { defaults: defaultScopes }))
      .option("--domain <host>", say("keys.domain"))
      .option("--expires <instant>", say("keys.expires"));
  },
  async run(command, { config, say, now }) {
    const { randomBytes, randomUUID } = await import("node:crypto");
    const { withKeys } = await import("../database/with-keys.ts");
    const { newKeyOutcome } = await import("../keys/key-outcome.ts");
    const { createKeySecret } = await import("../keys/key-secret.ts");
    const { hashKeySecret } = await import("@narrows/links");
    const key = await keyOf(command.opts<Options>(), now(), randomUUID);
    // Before the key is made: an error after it would leave a key whose secret nobody has seen.
    const view = { say, now: now(), defaultHost: readDefaultHost() };
    const secret = createKeySecret(randomBytes);
    await withKeys(config(), (keys) => keys.create(key, hashKeySecret(secret)));
    return newKeyOutcome(key, secret, view);
  },
};

async function keyOf(options: Options, now: number, createId: () => string) {
  const { parseExpiry, parseKeyDomain, parseKeyName, parseOwner, parseScopes } = await import("../keys/key-fields.ts");
  return {
    id: createId(),
    ownerId: options.owner === undefined ? createId() : parseOwner(options.owner),
    name: parseKeyName(options.name),
    scopes: parseScopes(options.scopes ?? defaultScopes),
    domain: options.domain === undefined ? null : parseKeyDomain(options.domain, environment),
    createdAt: now,
    expiresAt: options.expires === undefined ? null : parseExpiry(options.expires, now),
    revokedAt: null,
  };
}
