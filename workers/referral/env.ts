import type { Visit } from "~/domain/affiliates/visit";
import type { VisitKeeper } from "./VisitKeeper";

export interface ReferralEnv {
  SITE_URL: string;
  CLICK_SECRET: string;
  VISITS: Queue<Visit>;
  /** Accepts visits while the queue refuses them. */
  KEEPER: DurableObjectNamespace<VisitKeeper>;
  CLOCK?: Fetcher;
}
