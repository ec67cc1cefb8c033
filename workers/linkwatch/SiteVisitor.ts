import { DurableObject } from "cloudflare:workers";
import { fetchPage, type Visit } from "~/domain/linkWatch/fetchPage";
import type { WantedLink } from "~/domain/linkWatch/pageLook";
import { type RobotsCache, type StoredRobots, userAgentOf } from "~/domain/linkWatch/robotsRules";
import { readClock, waitUntil } from "~/integrations/clock.server";
import { publicFetch } from "~/integrations/publicFetch.server";

interface VisitorEnv {
  SITE_URL: string;
  /** Development and test only. */
  CLOCK?: Fetcher;
}

/** Between two visits of a site. */
export const SPACING_MS = 5_000;
const LAST_VISIT = "lastVisit";
const ROBOTS = "robots:";
/** Hosts of one site, and those that its pages redirect to. */
const MAX_HOSTS = 20;

/** Visits the pages of one site: one at a time, five seconds apart, as its robots.txt allows. */
export class SiteVisitor extends DurableObject<VisitorEnv> {
  #turn: Promise<unknown> = Promise.resolve();

  /** Waits for its turn, then visits. With `wanted` null the page is not read. */
  async visit(agency: string, address: string, wanted: WantedLink | null): Promise<Visit> {
    const visit = this.#turn.then(() => this.#visitNow(agency, address, wanted));
    this.#turn = visit.catch(() => {});
    return await visit;
  }

  async #visitNow(agency: string, address: string, wanted: WantedLink | null): Promise<Visit> {
    const last = await this.ctx.storage.get<number>(LAST_VISIT);
    const now = await readClock(this.env);
    // A later visit means that the local clock was moved back.
    if (last !== undefined && last <= now) await waitUntil(this.env, last + SPACING_MS);
    const siteUrl = this.env.SITE_URL.replace(/\/$/, "");
    try {
      return await fetchPage(
        {
          send: publicFetch,
          robots: this.#robots,
          userAgent: userAgentOf(agency, siteUrl),
          now: await readClock(this.env),
        },
        address,
        wanted,
      );
    } finally {
      await this.ctx.storage.put(LAST_VISIT, await readClock(this.env));
    }
  }

  readonly #robots: RobotsCache = {
    get: (origin) => this.ctx.storage.get<StoredRobots>(ROBOTS + origin),
    put: async (origin, robots) => {
      const stored = await this.ctx.storage.list<StoredRobots>({ prefix: ROBOTS });
      const oldest = [...stored].sort(([, a], [, b]) => a.readAt - b.readAt).map(([key]) => key);
      await this.ctx.storage.delete(oldest.slice(0, Math.max(0, oldest.length - MAX_HOSTS + 1)));
      await this.ctx.storage.put(ROBOTS + origin, robots);
    },
  };
}
