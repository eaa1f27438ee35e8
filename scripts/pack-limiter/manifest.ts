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

/** What is published names what was built, and nothing of the repository's own: no scripts, no tools. */
export function publishedManifest(manifest: Manifest): object {
  const { name, version, description, keywords, license, engines, peerDependencies, peerDependenciesMeta } = manifest;
  const exports = entriesOf(manifest).map((entry) => [exportPath(entry), targets(entry)]);
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
function targets({ name, source }: Entry): object {
  return { types: declarationPath(source), default: `./${bundlePath(name)}` };
}

/** Where the bundle of an entry lies. */
function bundlePath(name: string): string {
  return `js/${name}.js`;
}

function declarationPath(source: string): string {
  return `./${source.replace(/^src\//, "types/").replace(/\.ts$/, ".d.ts")}`;
}
