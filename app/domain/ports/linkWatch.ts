import type { SeenPage } from "../pageFacts";
import type { Verdict } from "../verdicts";

/** The Worker that looks at live links (workers/linkwatch). The portal itself never fetches their pages. */
export interface LinkWatch {
  /** Looks at a live link now and stores the check. Null when it cannot look, e.g. while another check of it runs. */
  checkNow(placementId: string): Promise<{ verdict: Verdict; at: number } | null>;
  /** Looks at clients' own pages before an order, within 3 s. Those that cannot be read are left out. */
  lookAt(addresses: readonly string[]): Promise<SeenPage[]>;
}
