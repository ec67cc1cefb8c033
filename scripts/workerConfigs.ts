import { readFileSync, writeFileSync } from "node:fs";
import type { WorkerOptions } from "miniflare";
import { configurationOf, type Part, partExists, parts } from "./workerParts";

/** The parts of a wrangler.toml that the local run reads; wrangler does not export its own type. */
export interface WorkerConfig {
  name: string;
  triggers: { crons?: string[] };
  d1_databases: { binding: string; database_name: string }[];
  durable_objects: { bindings: { name: string; class_name: string; script_name?: string }[] };
  services?: { binding: string; service: string; entrypoint?: string }[];
  /** What wrangler makes of the whole file for Miniflare. */
  miniflare: WorkerOptions;
}

type Configs = Partial<Record<"portal" | Part, WorkerConfig>>;

const file = "build/workerConfigs.json";

/** Reads every wrangler.toml once per build: loading wrangler takes a third of a start. */
export async function buildWorkerConfigs() {
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import("wrangler");
  const configs: Configs = {};
  for (const part of ["portal" as const, ...parts.filter(partExists)]) {
    const config = configurationOf(part);
    const { name, triggers, d1_databases, durable_objects, services } = unstable_readConfig({
      config,
    }) as unknown as WorkerConfig;
    const miniflare = unstable_getMiniflareWorkerOptions(config).workerOptions as unknown as WorkerOptions;
    configs[part] = { name, triggers, d1_databases, durable_objects, services, miniflare };
  }
  writeFileSync(file, JSON.stringify(configs));
}

export const readWorkerConfigs = () => JSON.parse(readFileSync(file, "utf8")) as Configs;
