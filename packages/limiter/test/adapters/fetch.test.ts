import { describeAdapter } from "./describe-adapter.ts";
import { fetchAdapter } from "./fetch-adapter.ts";

describeAdapter(fetchAdapter);
