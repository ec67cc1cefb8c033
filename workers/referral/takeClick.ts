import { clickCookie, clickMac } from "~/domain/affiliates/clickCookie";
import { type LinkClick, type Visit, visitOf } from "~/domain/affiliates/visit";
import { readClock } from "~/integrations/clock.server";
import { newId } from "~db/ids";
import { sendVisit } from "./sendVisit";
import type { VisitKeeper } from "./VisitKeeper";

export interface ReferralEnv {
  SITE_URL: string;
  SESSION_SECRET: string;
  VISITS: Queue<Visit>;
  /** Accepts visits while the queue refuses them. */
  KEEPER: DurableObjectNamespace<VisitKeeper>;
  CLOCK?: Fetcher;
}

/** Sends the visit without waiting, and returns the Set-Cookie that remembers the click. `code` must be well formed. */
export async function takeClick(click: LinkClick, env: ReferralEnv, ctx: Pick<ExecutionContext, "waitUntil">) {
  const at = await readClock(env);
  const id = newId(at);
  const cookie = await clickCookie({ id, affiliateCode: click.code, at }, env.SITE_URL, clickMac(env.SESSION_SECRET));
  sendVisit(env, visitOf(click, id, at), ctx);
  return cookie;
}
