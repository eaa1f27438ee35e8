import { describe, it } from "vitest";
import { describeStore, openReferenceStore } from "../../../src/testing/index.ts";

describeStore("reference", openReferenceStore, { describe, it });
