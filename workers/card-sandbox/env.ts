import type { SandboxWorld } from "./SandboxWorld";

/** What the sandbox is bound to. */
export interface Env {
  WORLD: DurableObjectNamespace<SandboxWorld>;
  /** The portal, for signed webhooks. Without it events stay in the outbox. */
  PORTAL?: Fetcher;
  /** Answers `{"offsetMs": n}`; without it the time is the real one. */
  CLOCK?: Fetcher;
  /** Origin of every absolute link: the hosted page, the 3-D Secure page, the webhook address. */
  SITE_URL: string;
  /** How long refunds of 4000000000005126 and 4000000000007726 take to settle, in milliseconds. */
  REFUND_SETTLES_AFTER_MS?: string;
}
