import type { WorldEnv } from "./env";
import type { SandboxWorld } from "./SandboxWorld";

/** Bindings of the sandbox. */
export interface Env extends WorldEnv {
  WORLD: DurableObjectNamespace<SandboxWorld>;
}
