import type { Visit } from "~/domain/affiliates/visit";

export interface ReferralEnv {
  SITE_URL: string;
  CLICK_SECRET: string;
  VISITS: Queue<Visit>;
  CLOCK?: Fetcher;
}
