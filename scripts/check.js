import { refuseOldRuntime } from "./refuse-old-runtime.js";

refuseOldRuntime();

void import("./check/check.ts").then((program) => program.main());
