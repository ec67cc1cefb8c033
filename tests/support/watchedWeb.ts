import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare } from "miniflare";
import { openDb } from "~db/client.server";
import { clockWorker } from "../../scripts/local/portalClock";
import type { WebRequest } from "../../workers/web-sandbox/OutsideWeb";
import { bundleWorker } from "./bundleWorker";
import { databaseWorker, migrationStatements, openDatabaseOf } from "./database";

export const WATCH_SITE = "https://portal.example.com";

/** Opens the link watch's entrypoint and crons to the test. */
const watchCode = `
import watch from "./workers/linkwatch/index";
export { LinkWatch, SiteVisitor } from "./workers/linkwatch/index";
export default {
  ...watch,
  async fetch(request, env) {
    const { call, given } = await request.json();
    try {
      if (call === "visit") {
        const [address, wanted] = given;
        const visit = await env.VISITORS.getByName(new URL(address).hostname).visit("Portal", address, wanted);
        return Response.json({ ...visit, read: visit.read && { size: visit.read.body.byteLength } });
      }
      return Response.json(await env.WATCH[call](...given));
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 500 });
    }
  },
};`;

/** The real link watch on a real D1, R2 and queue, whose way out leads to the web sandbox or to `outside`. */
export async function openWatchedWeb({ outside }: { outside?: string } = {}) {
  const worker = (name: string, script: string, rest: object) => ({
    name,
    modules: true,
    script,
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
    ...rest,
  });
  const miniflare = new Miniflare({
    cf: false,
    log: new Log(LogLevel.NONE),
    // Read and dropped: a pipe that nobody reads fills with log lines and stops the runtime.
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => void [stdout.resume(), stderr.resume()],
    workers: [
      databaseWorker("portal"),
      worker("watch", await bundleWorker(watchCode), {
        bindings: { SITE_URL: WATCH_SITE },
        d1Databases: { DB: "portal" },
        r2Buckets: { FILES: "portal-files" },
        queueProducers: { OUTBOX: "outbox", LINKCHECKS: "linkchecks" },
        queueConsumers: { linkchecks: { maxBatchSize: 1, maxBatchTimeout: 0, maxRetries: 3 } },
        durableObjects: { VISITORS: { className: "SiteVisitor", useSQLite: true } },
        serviceBindings: { CLOCK: clockWorker.name, WATCH: { name: "watch", entrypoint: "LinkWatch" } },
        outboundService: "web",
      }),
      worker(
        "web",
        outside ??
          (await bundleWorker(
            'export * from "./workers/web-sandbox/index"; export { default } from "./workers/web-sandbox/index";',
          )),
        {
          durableObjects: outside ? {} : { WEB: { className: "OutsideWeb", useSQLite: true } },
          serviceBindings: { CLOCK: clockWorker.name },
        },
      ),
      worker(clockWorker.name, clockWorker.script, {
        bindings: { INITIAL_OFFSET_MS: 0 },
        serviceBindings: outside ? {} : { WEB_CONTROL: { name: "web", entrypoint: "WebControl" } },
      }),
    ],
  } as never);
  const { binding } = await openDatabaseOf(miniflare);
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  const clock = await miniflare.getWorker(clockWorker.name);
  const tellClock = async (body: object) =>
    (await (await clock.fetch("http://clock/", { method: "PUT", body: JSON.stringify(body) })).json()) as {
      offsetMs: number;
    };
  // No test waits for a site's next turn.
  await tellClock({ jumps: true });
  const watch = await miniflare.getWorker("watch");
  const control = async (path: string, init?: RequestInit) => {
    const { WEB_CONTROL } = await miniflare.getBindings<{ WEB_CONTROL: Fetcher }>(clockWorker.name);
    return await WEB_CONTROL.fetch(`http://web${path}`, init as never);
  };
  return {
    miniflare,
    binding,
    db: openDb(binding),
    now: async () => Date.now() + (await tellClock({})).offsetMs,
    moveTo: async (at: number) => void (await tellClock({ offsetMs: at - Date.now() })),
    call: async <T>(call: string, ...given: unknown[]): Promise<T> => {
      const answer = await watch.fetch("http://watch/", { method: "POST", body: JSON.stringify({ call, given }) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as T;
    },
    runCron: async () => await watch.scheduled({ cron: "*/5 * * * *" }),
    setPage: async (page: {
      url: string;
      status?: number;
      html?: string;
      headers?: Record<string, string>;
      delayMs?: number;
    }) => {
      const answer = await control("/page", { method: "POST", body: JSON.stringify(page) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    control,
    requests: async () => (await (await control("/requests")).json()) as WebRequest[],
    evidence: async (key: string) => await (await (await miniflare.getR2Bucket("FILES", "watch")).get(key))?.text(),
    dispose: () => miniflare.dispose(),
  };
}
