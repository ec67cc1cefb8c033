import { visitOf } from "~/domain/affiliates/visit";
import { clickCookie, clickMac } from "~/domain/attribution/clickCookie";
import type { LinkClick } from "~/domain/ports/referrals";
import { readClock } from "~/integrations/clock.server";
import { newId } from "~db/ids";
import type { ReferralEnv } from "./env";
import { sendVisit } from "./sendVisit";

/** Sends the visit without waiting, and returns the Set-Cookie that remembers the click. `code` must be well formed. */
export async function takeClick(click: LinkClick, env: ReferralEnv, ctx: Pick<ExecutionContext, "waitUntil">) {
  const at = await readClock(env);
  const id = newId(at);
  const mac = clickMac(env.CLICK_SECRET);
  const cookie = await clickCookie({ id, affiliateCode: click.code, at }, env.SITE_URL, mac, click.cookies);
  sendVisit(env.VISITS, visitOf(click, id, at), ctx);
  return cookie;
}
