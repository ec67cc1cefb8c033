import { Cron } from "croner";
import type { Miniflare } from "miniflare";
import type { PortalClock } from "./portalClock";
import { runScheduled } from "./runScheduled";
import type { LocalPart } from "./workerOptions";

/** Fires the Cron Triggers of the wrangler.toml files, in UTC as in production. Returns a function that stops them. */
export function startCrons(miniflare: Miniflare, parts: LocalPart[], clock: PortalClock): () => void {
  const jobs = parts.flatMap((part) =>
    part.crons.map(
      (cron) =>
        new Cron(
          cron,
          {
            timezone: "UTC",
            mode: "5-part",
            protect: true,
            catch: (error) => console.error(`${part.part} ${cron}:`, error),
          },
          async () => {
            const { outcome } = await runScheduled(miniflare, part, cron, clock.now());
            if (outcome !== "ok") console.error(`${part.part} ${cron} ended with ${outcome}`);
          },
        ),
    ),
  );
  return () => {
    for (const job of jobs) job.stop();
  };
}
