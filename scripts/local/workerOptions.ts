import { existsSync, readdirSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import type { WorkerOptions } from "miniflare";
import { partSecrets, previousSecrets } from "../deployment/partSecrets";
import { readWorkerConfigs } from "../workerConfigs";
import { fontFolder, type Part, partExists, parts, portalDirectory } from "../workerParts";
import { assetOptions } from "./assetOptions";
import { clockWorker } from "./portalClock";
import type { RunSettings } from "./runSettings";

export interface LocalPart {
  /** Its name at the control port: "portal" or the folder below workers/. */
  part: "portal" | Part;
  /** The name in other Workers' bindings. */
  name: string;
  crons: string[];
  options: WorkerOptions;
}

type ServiceBindings = NonNullable<WorkerOptions["serviceBindings"]>;

const moduleTypes: Record<string, "ESModule" | "Text" | "Data" | "CompiledWasm"> = {
  ".js": "ESModule",
  ".html": "Text",
  ".txt": "Text",
  ".sql": "Text",
  ".bin": "Data",
  ".wasm": "CompiledWasm",
};

/** The modules of a built Worker, its entry first. */
function builtModules(directory: string) {
  const names = readdirSync(directory).filter((name) => extname(name) in moduleTypes && name !== "index.js");
  return ["index.js", ...names].map((name) => ({ type: moduleTypes[extname(name)]!, path: join(directory, name) }));
}

/** The signing secrets of a part: what its Worker holds in production, and no more. */
function secretsOf(part: LocalPart["part"], { secrets }: RunSettings) {
  const held: Partial<Record<LocalPart["part"], readonly string[]>> = {
    ...partSecrets,
    portal: [...partSecrets.portal, ...previousSecrets],
  };
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => held[part]?.includes(name)));
}

const standInParts: Part[] = ["card-sandbox", "mail-catcher", "web-sandbox"];
/** The scanner needs ClamAV. Without it the local run scans nothing. */
const productionParts: Part[] = ["scanner"];

/**
 * Miniflare's options for the portal and every Worker, from production's wrangler.toml files. The local run adds
 * clock, card sandbox, mail catcher and variables from the settings. Without `standIns` (the benchmark) the first
 * three are left out: the clock costs a hop per request.
 */
export function workerOptions(settings: RunSettings, { standIns = true } = {}): LocalPart[] {
  const configured = [
    { part: "portal" as const, built: portalDirectory },
    ...parts
      .filter(
        (part) => partExists(part) && !productionParts.includes(part) && (standIns || !standInParts.includes(part)),
      )
      .map((part) => ({ part, built: `build/workers/${part}` })),
  ].filter(({ built }) => existsSync(built));
  const read = readWorkerConfigs();
  const configs = configured.map((one) => ({ ...one, config: read[one.part]! }));
  const nameOf = (part: LocalPart["part"]) => configs.find((one) => one.part === part)?.config.name;
  const running = new Set(configs.map(({ config }) => config.name));

  const localServices = (part: LocalPart["part"]): ServiceBindings => {
    if (!standIns) return {};
    const services: ServiceBindings = { CLOCK: clockWorker.name };
    const sandbox = nameOf("card-sandbox");
    const mailCatcher = nameOf("mail-catcher");
    if (sandbox && (part === "portal" || part === "billing")) services.CARD_SANDBOX = sandbox;
    if (part === "card-sandbox") services.PORTAL = nameOf("portal")!;
    if (mailCatcher && part === "notifications") services.EMAIL = { name: mailCatcher, entrypoint: "MailCatcher" };
    return services;
  };

  return configs.map(({ part, built, config }) => {
    // Mail goes to the catcher; the other bindings are replaced below.
    const { email: _, modulesRules: __, assets: ___, ...options } = config.miniflare;
    const outsideWeb = nameOf("web-sandbox");
    return {
      part,
      name: config.name,
      crons: config.triggers.crons ?? [],
      options: {
        ...options,
        name: config.name,
        modules: builtModules(built),
        // By name: the ids in wrangler.toml belong to an account and may change without the local data.
        d1Databases: Object.fromEntries(config.d1_databases.map((one) => [one.binding, one.database_name])),
        durableObjects: Object.fromEntries(
          config.durable_objects.bindings
            .filter(({ script_name }) => !script_name || running.has(script_name))
            .map(({ name, class_name, script_name }) => [
              name,
              { className: class_name, scriptName: script_name, useSQLite: true },
            ]),
        ),
        serviceBindings: {
          ...Object.fromEntries(
            (config.services ?? [])
              .filter(({ service }) => running.has(service))
              .map(({ binding, service, entrypoint }) => [binding, { name: service, entrypoint }]),
          ),
          ...localServices(part),
          // Miniflare serves one asset folder for all Workers, so this one's is read from disk.
          ...(part === "billing" ? { FONTS: { disk: { path: resolve(fontFolder) } } } : {}),
        },
        bindings: {
          ...options.bindings,
          ...settings.vars,
          ...secretsOf(part, settings),
          ...(part === "portal" || part === "billing" || part === "card-sandbox" ? settings.paymentVars : {}),
        },
        ...(part === "portal" ? { assets: assetOptions("build/client") } : {}),
        // The link watch reaches nothing else.
        ...(part === "linkwatch" && outsideWeb ? { outboundService: outsideWeb } : {}),
      } as WorkerOptions,
    };
  });
}
