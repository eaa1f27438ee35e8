import { refuseOldRuntime } from "./refuse-old-runtime.js";

refuseOldRuntime();

void import("./test/test.ts").then((program) => program.main());
