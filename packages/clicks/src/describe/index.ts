export { createClassifier, type Classifier, type Verdict } from "./classify.ts";
export { createDescriber, type DescriberOptions } from "./describer.ts";
export { createEdgeHeaderPlaces } from "./places/edge-header-places.ts";
export { openFileSalts, type FileSaltOptions } from "./salts/file-salts.ts";
export { formatSaltDay } from "./salts/salt-day.ts";
export type { SaltStore } from "./salts/salt-store.ts";
export { createSharedSalts, type SharedSaltOptions } from "./salts/shared-salts.ts";
export { clickReasons } from "./signals.ts";
