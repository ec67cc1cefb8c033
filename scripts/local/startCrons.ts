import { Cron } from "croner";
import type { Miniflare } from "miniflare";
import type { PortalClock } from "./portalClock";
import { runScheduled } from "./runScheduled";
import type { LocalPart } from "./workerOptions";

const HELD_POLL_MS = 100;

/** Crons that fire while they are held run after it. Those asked for by name are not held. */
export function cronHold() {
  let held = false;
  return {
    hold(value: boolean) {
      held = value;
    },
    async released() {
      while (held) await new Promise((resolve) => setTimeout(resolve, HELD_POLL_MS));
    },
  };
}
export type CronHold = ReturnType<typeof cronHold>;

/** Fires the Cron Triggers of the wrangler.toml files, in UTC as in production. Returns a function that stops them. */
export function startCrons(miniflare: Miniflare, parts: LocalPart[], clock: PortalClock, crons: CronHold): () => void {
  let stopped = false;
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
            await crons.released();
            if (stopped) return;
            const { outcome } = await runScheduled(miniflare, part, cron, clock.now());
            if (outcome !== "ok") console.error(`${part.part} ${cron} ended with ${outcome}`);
          },
        ),
    ),
  );
  return () => {
    stopped = true;
    for (const job of jobs) job.stop();
  };
}
