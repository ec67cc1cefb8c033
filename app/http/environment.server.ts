import type { EvidenceDesk } from "~/domain/ports/evidence";
import type { LinkWatch } from "~/domain/ports/linkWatch";
import type { Printer } from "~/domain/ports/printer";
import type { Referrals } from "~/domain/ports/referrals";

/** Bindings of the Pages project (wrangler.toml, plus those of the local run). */
export interface PortalEnv {
  DB: D1Database;
  FILES: R2Bucket;
  /** Optional: looks for malware in uploads (docs/deploy.md). */
  FILE_SCANNER?: Fetcher;
  /** Keeps the log, because the platform stores none of a Pages project. A deployment is refused without it. */
  LOGS?: AnalyticsEngineDataset;
  OUTBOX: Queue;
  EXPORTS: Queue;
  REFERRAL: Fetcher;
  /** The same Worker's RPC entrypoint, for clicks sent through the API. */
  REFERRALS: Referrals;
  /** The Billing Worker's entrypoint that renders PDFs. */
  PRINTER: Printer;
  /** The link watch's entrypoint that looks at a link now. */
  LINK_WATCH?: LinkWatch;
  /** The Billing Worker's entrypoint that makes and signs evidence. */
  EVIDENCE: EvidenceDesk;
  HUB: DurableObjectNamespace;
  ASSETS: Fetcher;
  APP_ENV?: string;
  SITE_URL: string;
  SESSION_SECRET: string;
  /** Signs referral clicks; the referral Worker holds it too. */
  CLICK_SECRET: string;
  /** The replaced secrets, while a rotation is under way (docs/deploy.md). */
  SESSION_SECRET_PREVIOUS?: string;
  CLICK_SECRET_PREVIOUS?: string;
  /** "required": staff must set up a second factor before anything else. Otherwise it is optional for everyone. */
  STAFF_TWO_FACTOR?: string;
  /** The base of the service that knows breached passwords, or "off". */
  BREACHED_PASSWORDS?: string;
  /** The origins that the portal may send requests to. */
  OUTGOING_ORIGINS?: string;
  /** "on": visitors and customers read from the nearest copy of the database (docs/deploy.md). */
  READ_REPLICAS?: string;
  PAYMENTS_MODE?: string;
  /** Development and test only. */
  CARD_SANDBOX?: Fetcher;
  CLOCK?: Fetcher;
  STRIPE_REGULAR_SECRET_KEY?: string;
  STRIPE_REGULAR_PUBLISHABLE_KEY?: string;
  STRIPE_REGULAR_WEBHOOK_SECRET?: string;
  STRIPE_CUSTOM_SECRET_KEY?: string;
  STRIPE_CUSTOM_PUBLISHABLE_KEY?: string;
  STRIPE_CUSTOM_WEBHOOK_SECRET?: string;
}

/** True when reads may go to a copy of the database (docs/decisions/0043-read-replicas.md). */
export const hasCopies = ({ READ_REPLICAS }: Pick<PortalEnv, "READ_REPLICAS">) => READ_REPLICAS === "on";
