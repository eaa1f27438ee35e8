import { readEdges, type Edge } from "../edge.ts";
import type { Lock } from "../lock.ts";
import { readTable } from "../markdown-table.ts";
import type { Repository } from "../repository.ts";

const heading = "Seams";

type Seam = {
  readonly contract: string;
  readonly drivers: string;
  /** Files that choose a driver and therefore know them all. */
  readonly choosers: readonly string[];
};

/** Inside a package `drivers → interface ← core`: whoever is exchanged is known to nobody but the one who chooses. */
export const driversApart: Lock = {
  name: "drivers-apart",
  sentence: "a driver knows its interface and no other driver, and the rest of its package knows no driver",
  check(repository) {
    const edges = readEdges(repository);
    return readTable(repository.architecture, heading)
      .map(readSeam)
      .flatMap((seam) => [...strangers(repository, edges, seam), ...edges.flatMap((edge) => judge(edge, seam))]);
  },
};

function readSeam([, contract = "", drivers = "", choosers = ""]: readonly string[]): Seam {
  return { contract, drivers: drivers.replace(/\/\*$/, ""), choosers: choosers.split(" ") };
}

/** Drivers that do not know the interface: either the row is stale or the file is in the wrong folder. */
function strangers(repository: Repository, edges: readonly Edge[], seam: Seam): readonly string[] {
  const drivers = new Set(
    repository.files.map(({ path }) => driverOf(path, seam)).filter((name) => name !== undefined),
  );
  if (drivers.size === 0) return [`${seam.drivers} holds no driver; remove the row from "${heading}"`];
  const related = new Set(
    edges.filter(({ toPath }) => toPath === seam.contract).map(({ fromPath }) => driverOf(fromPath, seam)),
  );
  return [...drivers]
    .filter((driver) => !related.has(driver))
    .map((driver) => `${seam.drivers}/${driver} does not import ${seam.contract}, so it is no driver of it`);
}

function judge({ fromPath, line, toPath }: Edge, seam: Seam): readonly string[] {
  if (toPath === undefined) return [];
  const to = driverOf(toPath, seam);
  const from = driverOf(fromPath, seam);
  if (to === undefined || to === from || !isInSource(fromPath, seam)) return [];
  if (from !== undefined) return [`${fromPath}:${line} imports ${toPath}: a driver never imports another driver`];
  if (isPublicEntry(fromPath) || seam.choosers.includes(fromPath)) return [];
  return [`${fromPath}:${line} imports ${toPath}: only a file that chooses imports a driver; import ${seam.contract}`];
}

/** The driver that a file belongs to: the file or folder directly in the drivers' folder. */
function driverOf(path: string, { drivers }: Seam): string | undefined {
  return path.startsWith(`${drivers}/`) ? path.slice(drivers.length + 1).split("/")[0] : undefined;
}

function isInSource(path: string, { drivers }: Seam): boolean {
  const source = drivers.split("/").slice(0, 3).join("/");
  return path.startsWith(`${source}/`);
}

function isPublicEntry(path: string): boolean {
  return path.endsWith("/src/index.ts");
}
