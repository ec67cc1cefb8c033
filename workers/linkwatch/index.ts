import { WorkerEntrypoint } from "cloudflare:workers";
import { beginCheck, beginCheckNow, type CheckedPlacement, releaseCheck } from "~/domain/linkWatch/beginCheck";
import { checkLink } from "~/domain/linkWatch/checkLink";
import { lookAtPages } from "~/domain/linkWatch/lookAtPages";
import { userAgentOf } from "~/domain/linkWatch/robotsRules";
import { type SiteChecks, takeDueChecks } from "~/domain/linkWatch/takeDueChecks";
import { LOOK_MS, MAX_LOOKS } from "~/domain/pageFacts";
import { registrableDomain } from "~/domain/placements/registrableDomain";
import type { LinkWatch as LinkWatchPort } from "~/domain/ports/linkWatch";
import { readClock } from "~/integrations/clock.server";
import { logFault } from "~/integrations/log.server";
import { loggedJob } from "~/integrations/loggedJob.server";
import { publicFetch } from "~/integrations/publicFetch.server";
import { systemContext } from "~/integrations/systemContext.server";
import type { LinkWatchEnv } from "./env";

export { SiteVisitor } from "./SiteVisitor";

const ACTOR = "Link watch";
/** Messages of one call to the queue. */
const SENT_TOGETHER = 100;

const contextOf = (env: LinkWatchEnv, execution: ExecutionContext) =>
  systemContext(env, ACTOR, { waitUntil: (work) => execution.waitUntil(work), onFailure: (error) => logFault(error) });

/** A check that fails is given back, so that the next run makes it. */
async function makeCheck(env: LinkWatchEnv, execution: ExecutionContext, link: CheckedPlacement) {
  const ctx = await contextOf(env, execution);
  try {
    return await checkLink(ctx, link, {
      visit: (address, wanted) =>
        env.VISITORS.getByName(registrableDomain(address) ?? new URL(address).hostname).visit(
          ctx.settings.brand.name,
          address,
          wanted,
        ),
      clock: () => readClock(env),
    });
  } catch (error) {
    await releaseCheck(ctx, link).catch(() => {});
    throw error;
  }
}

/** Looks at a link while the portal's request waits (docs/decisions/0045-link-watch.md). */
export class LinkWatch extends WorkerEntrypoint<LinkWatchEnv> implements LinkWatchPort {
  async checkNow(placementId: string) {
    return await loggedJob(
      "checkNow",
      async () => {
        const link = await beginCheckNow(await contextOf(this.env, this.ctx), placementId);
        const check = link && (await makeCheck(this.env, this.ctx, link));
        return check && { verdict: check.verdict, at: check.at };
      },
      ACTOR,
    );
  }

  /** Visits clients' own pages without the pause between the pages of a site, because a buyer waits. */
  async lookAt(addresses: readonly string[]) {
    const { settings, siteUrl } = await contextOf(this.env, this.ctx);
    const fetcher = {
      send: publicFetch,
      userAgent: userAgentOf(settings.brand.name, siteUrl),
      now: await readClock(this.env),
    };
    return await lookAtPages(fetcher, addresses.slice(0, MAX_LOOKS), LOOK_MS);
  }
}

export default {
  /** Takes the checks that are due and queues them by site. What a lost message held is taken again after its lease. */
  async scheduled(_event, env, execution) {
    await loggedJob(
      "takeDueChecks",
      async () => {
        const sites = await takeDueChecks(await contextOf(env, execution));
        for (let at = 0; at < sites.length; at += SENT_TOGETHER)
          await env.LINKCHECKS.sendBatch(sites.slice(at, at + SENT_TOGETHER).map((body) => ({ body })));
        return { done: sites.reduce((sum, { checks }) => sum + checks.length, 0), failed: 0 };
      },
      ACTOR,
    );
  },

  /** Makes the checks of one site, one after the other. One failure never stops the rest. */
  async queue(batch, env, execution) {
    for (const { body } of batch.messages)
      await loggedJob(
        batch.queue,
        async (onFailure) => {
          let done = 0;
          for (const taken of (body as SiteChecks).checks) {
            try {
              const link = await beginCheck(await contextOf(env, execution), taken);
              if (link && (await makeCheck(env, execution, link))) done++;
            } catch (error) {
              onFailure(error);
            }
          }
          return { done };
        },
        ACTOR,
      ).catch(() => {});
    batch.ackAll();
  },
} satisfies ExportedHandler<LinkWatchEnv>;
