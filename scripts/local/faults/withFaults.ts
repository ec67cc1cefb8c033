import { dirname, join } from "node:path";
import { build } from "esbuild";
import type { WorkerOptions } from "miniflare";
import type { LocalPart } from "../workerOptions";
import { faultsWorker } from "./faultsWorker";

const ENTRY = "faultEntry.js";
const LIBRARY = "faultLibrary.js";

type Module = { type: string; path: string; contents?: string };

/** Stand-ins are what faults are about, and no callers of their own. */
const isFaulty = ({ part }: LocalPart) => !["card-sandbox", "mail-catcher", "web-sandbox"].includes(part);
/** The sandbox delivers its events by an alarm, which is held with the jobs. */
const hasJobs = (part: LocalPart) => isFaulty(part) || part.part === "card-sandbox";

/**
 * Puts a module in front of each Worker that wraps its bindings, so that the built Workers hold no code for faults
 * (docs/deploy.md). Local run only.
 */
export async function withFaults(parts: LocalPart[]): Promise<{ parts: LocalPart[]; worker: WorkerOptions }> {
  const { outputFiles } = await build({
    entryPoints: ["scripts/local/faults/faultEntry.ts"],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:*", "node:async_hooks"],
    logLevel: "error",
  });
  const library = outputFiles[0]!.text;
  const worker = {
    name: faultsWorker.name,
    modules: true,
    script: faultsWorker.script,
    compatibilityDate: "2026-04-24",
    serviceBindings: Object.fromEntries(
      parts.filter(hasJobs).map(({ name }) => [name, { name, entrypoint: "FaultSwitch" }]),
    ),
  } as WorkerOptions;
  return {
    parts: parts.map((part) => (hasJobs(part) ? fronted(part, classesOf(part, parts), library) : part)),
    worker,
  };
}

/** The Durable Object classes and entrypoints that this or another Worker names. */
function classesOf({ name }: LocalPart, parts: LocalPart[]): string[] {
  const objects = (one: LocalPart) =>
    Object.values((one.options.durableObjects ?? {}) as Record<string, { className: string; scriptName?: string }>)
      .filter(({ scriptName }) => (scriptName ?? one.name) === name)
      .map(({ className }) => className);
  const entrypoints = (one: LocalPart) =>
    Object.values((one.options.serviceBindings ?? {}) as Record<string, { name?: string; entrypoint?: string }>)
      .filter((service) => service.name === name && service.entrypoint)
      .map(({ entrypoint }) => entrypoint!);
  return [...new Set([...parts.flatMap(objects), ...parts.flatMap(entrypoints)])];
}

function fronted(part: LocalPart, classes: string[], library: string): LocalPart {
  const modules = (part.options as { modules: Module[] }).modules;
  const folder = dirname(modules[0]!.path);
  const front = isFaulty(part) ? "faulty" : "plain";
  const entry = `import * as worker from "./index.js";
import { ${front}Class, ${front}Handler } from "./${LIBRARY}";
export { FaultSwitch } from "./${LIBRARY}";
export * from "./index.js";
${classes.map((name) => `export const ${name} = ${front}Class(worker.${name});`).join("\n")}
export default ${front}Handler(worker.default);
`;
  return {
    ...part,
    options: {
      ...part.options,
      modules: [
        { type: "ESModule", path: join(folder, ENTRY), contents: entry },
        { type: "ESModule", path: join(folder, LIBRARY), contents: library },
        ...modules,
      ],
      serviceBindings: {
        ...(part.options.serviceBindings as object),
        FAULTS: faultsWorker.name,
      },
    } as WorkerOptions,
  };
}
