import { describeAdapter } from "./describe-adapter.ts";
import { nodeAdapter } from "./node-adapter.ts";

describeAdapter(nodeAdapter);
