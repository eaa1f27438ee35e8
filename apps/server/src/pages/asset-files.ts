import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { entityTag } from "./entity-tag.ts";

/** Every file that may be asked for, with its media type. A name that is not here does not exist. */
const mediaTypes = {
  "site.css": "text/css; charset=utf-8",
  "home.css": "text/css; charset=utf-8",
  "docs.css": "text/css; charset=utf-8",
  "no-script.css": "text/css; charset=utf-8",
  "mark.svg": "image/svg+xml",
  "favicon.ico": "image/x-icon",
  "shorten.js": "text/javascript; charset=utf-8",
  "create-body.js": "text/javascript; charset=utf-8",
  "idempotency-key.js": "text/javascript; charset=utf-8",
  "form-draft.js": "text/javascript; charset=utf-8",
  "api-key.js": "text/javascript; charset=utf-8",
  "problem-view.js": "text/javascript; charset=utf-8",
  "result-view.js": "text/javascript; charset=utf-8",
  "recent-links.js": "text/javascript; charset=utf-8",
  "clipboard.js": "text/javascript; charset=utf-8",
  "elements.js": "text/javascript; charset=utf-8",
} as const;

export type AssetName = keyof typeof mediaTypes;

export const assetNames = Object.keys(mediaTypes) as readonly AssetName[];

export type AssetFile = {
  readonly body: Buffer;
  readonly mediaType: string;
  readonly tag: string;
};

/** The files that pages load. Read when first asked for: a service that only redirects never does. */
export type AssetFiles = {
  /** One name for the contents of all files; in every address, so that an address never changes its bytes. */
  readonly version: () => string;
  readonly find: (name: string) => AssetFile | undefined;
  readonly url: (name: AssetName) => string;
};

/** Serves the files beside this module, in `assets/`. */
export function createAssetFiles(): AssetFiles {
  let loaded: { readonly files: ReadonlyMap<string, AssetFile>; readonly version: string } | undefined;
  const load = () => (loaded ??= readAll());
  return {
    version: () => load().version,
    find: (name) => load().files.get(name),
    url: (name) => `/~/assets/${load().version}/${name}`,
  };
}

function readAll() {
  const files = new Map<string, AssetFile>();
  const hash = createHash("sha256");
  for (const name of assetNames) {
    const body = readFileSync(new URL(`assets/${name}`, import.meta.url));
    files.set(name, { body, mediaType: mediaTypes[name], tag: entityTag(body) });
    hash.update(body);
  }
  return { files, version: hash.digest("base64url").slice(0, 12) };
}
