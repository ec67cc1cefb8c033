import { WorkerEntrypoint } from "cloudflare:workers";
import type { LinkClick } from "~/domain/ports/referrals";
import type { ReferralEnv } from "./env";
import { redirect } from "./redirect";
import { storeVisits } from "./storeVisits";
import { takeClick } from "./takeClick";

export { VisitKeeper } from "./VisitKeeper";

interface Env extends ReferralEnv {
  DB: D1Database;
  DEAD_VISITS: Queue<unknown>;
}

/** The portal's interface to this Worker, next to the redirect: POST /affiliate/track. */
export class Referrals extends WorkerEntrypoint<Env> {
  /** Returns the Set-Cookie that remembers the click. */
  click(click: LinkClick): Promise<string> {
    return takeClick(click, this.env, this.ctx);
  }
}

export default {
  fetch: (request, env, ctx) => redirect(request, env, ctx),
  queue: (batch, env) => storeVisits(batch, env.DB, env.DEAD_VISITS),
} satisfies ExportedHandler<Env>;
