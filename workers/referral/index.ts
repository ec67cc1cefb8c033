import { WorkerEntrypoint } from "cloudflare:workers";
import type { Visit } from "~/domain/affiliates/visit";
import type { LinkClick } from "~/domain/ports/referrals";
import { countedBinding } from "~/integrations/countedBinding.server";
import { inLogEntry, newLogEntry } from "~/integrations/log.server";
import { loggedJob } from "~/integrations/loggedJob.server";
import type { ReferralEnv } from "./env";
import { logRedirect } from "./logRedirect";
import { redirect } from "./redirect";
import { storeVisits } from "./storeVisits";
import { takeClick } from "./takeClick";

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

  /** A given-up visit, as a super admin sends it again. */
  async sendAgain(visit: unknown): Promise<void> {
    await this.env.VISITS.send(visit as Visit);
  }
}

export default {
  async fetch(request, env, ctx) {
    const entry = newLogEntry(crypto.randomUUID(), "/r/:code");
    return await inLogEntry(entry, async () => {
      const response = await redirect(request, env, ctx);
      response.headers.set("X-Request-Id", entry.id);
      logRedirect(entry, request.method, response.status, ctx);
      return response;
    });
  },
  queue: (batch, env) =>
    loggedJob("visits queue", () => storeVisits(batch, countedBinding(env.DB), env.DEAD_VISITS), "referral"),
} satisfies ExportedHandler<Env>;
