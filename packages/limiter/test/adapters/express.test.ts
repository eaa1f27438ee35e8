import { describeAdapter } from "./describe-adapter.ts";
import { expressAdapter } from "./express-adapter.ts";

describeAdapter(expressAdapter);
