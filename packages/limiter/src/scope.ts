/** Who asks for what: parts by name, such as `{ tenant, client, route }`; a part that is missing counts as "", but not all of them. */
export type ScopeParts = Readonly<Record<string, string | undefined>>;

/** A string is the `client` part alone. */
export type Scope = string | ScopeParts;
