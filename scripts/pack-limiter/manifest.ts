/** As much of a package.json as is read here. */
export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  /** The sources: `./redis` to `./src/stores/redis/index.ts`. */
  readonly exports: Readonly<Record<string, string>>;
};

/** One path under which the package can be imported. */
export type Entry = {
  /** Without the `./`; `index` for the package itself. */
  readonly name: string;
  /** From the package's folder. */
  readonly source: string;
};

export function entriesOf({ exports }: Manifest): readonly Entry[] {
  return Object.entries(exports).map(([path, source]) => ({
    name: path === "." ? "index" : path.replace("./", ""),
    source: source.replace("./", ""),
  }));
}

/**
 * What is published names what was built, and nothing of the repository's own: no scripts, no tools.
 *
 * @param declarations By their paths in the package; an entry has the older form of its own where that is among them.
 */
export function publishedManifest(manifest: Manifest, declarations: ReadonlyMap<string, string>): object {
  const { name, version, description, keywords, license, engines, peerDependencies, peerDependenciesMeta } = manifest;
  const entries = entriesOf(manifest);
  const older = (entry: Entry): string | undefined => {
    const path = olderPath(declarationPath(entry.source));
    return declarations.has(path.replace("./", "")) ? path : undefined;
  };
  const exports = entries.map((entry) => [exportPath(entry), targets(entry, older(entry))]);
  const below = entries.filter((entry) => entry.name !== "index");
  const paths = below.map((entry) => [entry.name, [older(entry) ?? declarationPath(entry.source)]]);
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: "module",
    sideEffects: false,
    main: "./js/index.js",
    types: "./types/index.d.ts",
    // Who resolves as Node.js 10 did (`module: commonjs`) does not look at `exports`.
    typesVersions: { "*": Object.fromEntries(paths) as object },
    exports: { ...(Object.fromEntries(exports) as object), "./package.json": "./package.json" },
    files: ["js", "types", "src", "docs", "README.ko.md"],
    engines,
    peerDependencies,
    peerDependenciesMeta,
  };
}

function exportPath({ name }: Entry): string {
  return name === "index" ? "." : `./${name}`;
}

/** `default` and not `import`, so that `require` finds it too. */
function targets({ name, source }: Entry, older: string | undefined): object {
  const types = declarationPath(source);
  const chosen = older === undefined ? { types } : { "types@>=5.6": types, types: older };
  return { ...chosen, default: `./${bundlePath(name)}` };
}

/** Where the form of a declaration is that TypeScript reads since 5.4. */
export function olderPath(declaration: string): string {
  return declaration.replace(/\.d\.ts$/, ".before-5.6.d.ts");
}

/** Where the bundle of an entry lies. */
function bundlePath(name: string): string {
  return `js/${name}.js`;
}

function declarationPath(source: string): string {
  return `./${source.replace(/^src\//, "types/").replace(/\.ts$/, ".d.ts")}`;
}
