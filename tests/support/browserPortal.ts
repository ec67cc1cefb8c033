import { rmSync } from "node:fs";
import { seedByPortal } from "./runningPortal";
import { copySeededState } from "./seededState";

/** `npm start` for a worker of the browser tests: on a copy of the seeded state, which takes seconds to make. */
const stateDir = process.env.STATE_DIR!;
rmSync(stateDir, { recursive: true, force: true });
await copySeededState("seeded", stateDir, seedByPortal);
process.env.RESETTABLE = "on";
await import("../../scripts/start");
