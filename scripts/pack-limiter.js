import { refuseOldRuntime } from "./refuse-old-runtime.js";

refuseOldRuntime();

void import("./pack-limiter/pack-limiter.ts").then((program) => program.main());
