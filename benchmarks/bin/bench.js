#!/usr/bin/env node
import { refuseOldRuntime } from "../../scripts/refuse-old-runtime.js";

refuseOldRuntime();

void import("../src/main.ts").then((program) => program.main());
