import type { SeenPage } from "../pageFacts";
import { isPublicWebAddress } from "../webAddress";
import { type Fetcher, fetchPage } from "./fetchPage";
import type { StoredRobots } from "./robotsRules";

/** A Worker has six connections at a time. */
const AT_A_TIME = 6;
const BOT_WALLS = [401, 403, 407, 408, 429];

/**
 * Looks at clients' own pages before an order, with the guards of a visit: a host one page at a time, `patienceMs` for
 * all. Pages that refuse, fail to answer or come too late are left out. Never throws.
 */
export async function lookAtPages(
  { send, userAgent, now }: Pick<Fetcher, "send" | "userAgent" | "now">,
  addresses: readonly string[],
  patienceMs: number,
): Promise<SeenPage[]> {
  const began = performance.now();
  const robots = new Map<string, StoredRobots>();
  const cache = {
    get: async (origin: string) => robots.get(origin),
    put: async (origin: string, one: StoredRobots) => void robots.set(origin, one),
  };
  const byHost = new Map<string, string[]>();
  for (const address of addresses.filter(isPublicWebAddress)) {
    const { host } = new URL(address);
    byHost.set(host, [...(byHost.get(host) ?? []), address]);
  }
  const hosts = [...byHost.values()];
  const seen: SeenPage[] = [];
  const lane = async () => {
    for (let pages = hosts.shift(); pages; pages = hosts.shift()) {
      for (const address of pages) {
        const left = patienceMs - (performance.now() - began);
        if (left <= 0) return;
        const wanted = { liveUrl: address, targetUrl: "", anchorText: "", relWanted: "any" } as const;
        const fetcher = { send, robots: cache, userAgent, now, patienceMs: left };
        const { look } = await fetchPage(fetcher, address, wanted);
        if (look.failure || look.status === null || look.challenged || BOT_WALLS.includes(look.status)) continue;
        seen.push({ address, status: look.status, noindex: look.page?.noindex ?? false, finalUrl: look.finalUrl });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return seen;
}
