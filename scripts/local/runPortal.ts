import { existsSync } from "node:fs";
import { join } from "node:path";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import "./steadyWaits";
import { paymentMode } from "~/integrations/paymentMode.server";
import { buildIfChanged } from "../buildIfChanged";
import { partExists } from "../workerParts";
import { applyMigrations } from "./applyMigrations";
import { checkBucket, checkDatabase } from "./checkDatabase";
import { claimState } from "./claimState";
import { drainQueues } from "./drainQueues";
import { withFaults } from "./faults/withFaults";
import { keepLoopbackOpen } from "./keepLoopbackOpen";
import { mailDoor } from "./mailDoor";
import { clockWorker, openPortalClock } from "./portalClock";
import { portIsFree } from "./portIsFree";
import { publishSeededLinks } from "./publishSeededLinks";
import type { RunSettings } from "./runSettings";
import { needsSeed, seed, seedWorker } from "./seedState";
import { serveControl } from "./serveControl";
import { setUpAddress } from "./setUpAddress";
import { cronHold, startCrons } from "./startCrons";
import { bucketFile, copyStores, databaseFile, dropStores } from "./stateStores";
import { tellSandbox } from "./tellSandbox";
import { tieWorkerdToProcess } from "./tieWorkerdToProcess";
import { watchRuntime } from "./watchRuntime";
import { workerOptions } from "./workerOptions";

export interface RunningPortal {
  /** Where the first super admin is made; null when there is one. */
  setUp: string | null;
  /** Builds what changed and puts it in place, and answers whether anything did; state stays, open sockets are lost. */
  reload(): Promise<boolean>;
  stop(): Promise<void>;
  /** Rejects when workerd dies. Never resolves. */
  runtimeDeath: Promise<never>;
}

/**
 * Builds, migrates, seeds and serves all parts in this process; resolves when the portal answers.
 * Throws when a port or the state folder is taken, and PaymentsMisconfigured before anything is started.
 */
export async function runPortal(settings: RunSettings): Promise<RunningPortal> {
  const sandbox = partExists("card-sandbox") ? { CARD_SANDBOX: {} as Fetcher } : {};
  paymentMode({ ...settings.vars, ...settings.paymentVars, ...sandbox });
  for (const port of [settings.port, settings.controlPort])
    if (!(await portIsFree(port)))
      throw new Error(
        `Port ${port} is taken. Stop what listens there, or choose another with PORT (the portal uses PORT and PORT + 1).`,
      );
  if (settings.inspectorPort && !(await portIsFree(settings.inspectorPort)))
    throw new Error(`Port ${settings.inspectorPort} is taken. Choose another with INSPECTOR_PORT.`);
  await claimState(settings.stateDir);
  await buildIfChanged();
  tieWorkerdToProcess();
  keepLoopbackOpen();
  const toSeed = await needsSeed(settings.stateDir);

  const clock = openPortalClock(settings.stateDir);
  const seeded = settings.resettable && !toSeed ? join(settings.stateDir, "seeded-stores") : null;
  // A later start finds changed stores.
  if (seeded && !existsSync(seeded)) copyStores(settings.stateDir, seeded);
  const runtime = watchRuntime();
  let { parts, worker: faults } = await withFaults(workerOptions(settings));
  const seeding = toSeed ? [await seedWorker()] : [];
  const options = (): MiniflareOptions => {
    const sandbox = parts.find(({ part }) => part === "card-sandbox");
    const web = parts.find(({ part }) => part === "web-sandbox");
    const inbound = parts.find(({ part }) => part === "inbound-mail");
    return {
      // Without it Miniflare asks the network for a sample of request data at every start.
      cf: false,
      host: "127.0.0.1",
      port: settings.port,
      inspectorPort: settings.inspectorPort,
      log: new Log(LogLevel.WARN),
      handleRuntimeStdio: runtime.handleStdio,
      d1Persist: join(settings.stateDir, "d1"),
      r2Persist: join(settings.stateDir, "r2"),
      durableObjectsPersist: join(settings.stateDir, "do"),
      workers: [
        ...parts.map((part) => part.options),
        ...seeding,
        faults,
        ...(inbound
          ? [
              {
                name: mailDoor.name,
                modules: true,
                script: mailDoor.script,
                compatibilityDate: "2026-04-24",
                serviceBindings: { INBOUND_MAIL: inbound.name },
              },
            ]
          : []),
        {
          name: clockWorker.name,
          modules: true,
          script: clockWorker.script,
          compatibilityDate: "2026-04-24",
          bindings: { INITIAL_OFFSET_MS: clock.offsetMs },
          serviceBindings: {
            ...(sandbox ? { SANDBOX_CONTROL: { name: sandbox.name, entrypoint: "SandboxControl" } } : {}),
            ...(web ? { WEB_CONTROL: { name: web.name, entrypoint: "WebControl" } } : {}),
          },
        },
      ],
    } as MiniflareOptions;
  };

  let miniflare = new Miniflare(options());
  // Miniflare types its proxies by its own copy of the Workers types.
  const database = async () => (await miniflare.getD1Database("DB", "portal")) as unknown as D1Database;
  const fill = async (): Promise<string | null> => {
    const opened = await database();
    await checkDatabase(opened, databaseFile(settings.stateDir));
    const bucket = (await miniflare.getR2Bucket("FILES", "portal")) as unknown as R2Bucket;
    await checkBucket(bucket, bucketFile(settings.stateDir));
    await applyMigrations(opened);
    if (toSeed)
      await seed({
        miniflare,
        database: opened,
        stateDir: settings.stateDir,
        siteUrl: settings.siteUrl,
        now: clock.now(),
        what: settings.seed,
        tellProvider: async (payments) => {
          await tellSandbox(miniflare, parts, payments);
          await publishSeededLinks(miniflare, parts, opened);
        },
      });
    return await setUpAddress(opened, settings.siteUrl, clock.now());
  };
  let setUp: string | null;
  try {
    await miniflare.ready;
    setUp = await Promise.race([fill(), runtime.death]);
  } catch (error) {
    await miniflare.dispose();
    throw runtime.explained(error);
  }

  const crons = cronHold();
  let stopCrons = startCrons(miniflare, parts, clock, crons);
  /** Starts the Workers again on the seeded stores, so that they keep nothing in memory either. */
  const reset = async () => {
    if (!seeded) return false;
    stopCrons();
    crons.hold(false);
    await miniflare.dispose();
    dropStores(settings.stateDir);
    copyStores(seeded, settings.stateDir);
    clock.setOffset(0);
    miniflare = new Miniflare(options());
    await miniflare.ready;
    stopCrons = startCrons(miniflare, parts, clock, crons);
    return true;
  };
  const control = await serveControl({
    settings,
    miniflare: () => miniflare,
    clock,
    parts: () => parts,
    crons,
    reset,
  });
  return {
    setUp,
    runtimeDeath: runtime.death,
    async reload() {
      const built = await buildIfChanged();
      if (built) {
        stopCrons();
        crons.hold(false);
        await drainQueues(miniflare, parts);
        ({ parts, worker: faults } = await withFaults(workerOptions(settings)));
        await miniflare.setOptions(options());
        stopCrons = startCrons(miniflare, parts, clock, crons);
      }
      const migrated = await applyMigrations(await database());
      return built || migrated.length > 0;
    },
    async stop() {
      stopCrons();
      await control.close();
      await drainQueues(miniflare, parts);
      await miniflare.dispose();
    },
  };
}
