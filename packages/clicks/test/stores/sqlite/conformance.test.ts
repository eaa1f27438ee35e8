import { describeClickStore } from "../../../src/testing/index.ts";
import { sqliteClicks } from "./temporary-clicks.ts";

describeClickStore(sqliteClicks);
