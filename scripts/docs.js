import { refuseOldRuntime } from "./refuse-old-runtime.js";

refuseOldRuntime();

void import("./docs/docs.ts").then((program) => program.main());
