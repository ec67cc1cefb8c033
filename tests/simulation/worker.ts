import "./engine/clock";
// The line above replaces clock and random numbers before the product loads.
import { DurableObject } from "cloudflare:workers";
import { openDb } from "~db/client.server";
import { allCommands } from "./commands";
import { foundAgency } from "./engine/agency";
import { restart } from "./engine/clock";
import { copyTables, restoreTables } from "./engine/copies";
import { Provider, SimulatedAccount } from "./engine/provider";
import { storedD1 } from "./engine/storedD1";
import { type Copy, SITE, World } from "./engine/world";
import { invariants } from "./invariants";
import { playRun, type RunResult, type RunSettings } from "./play";
import type { Progress } from "./progress";
import { playYear } from "./year";

export { SimulatedAccount };

type Settings = RunSettings & { engine: "stored" | "d1" };

interface Env {
  AGENCY: DurableObjectNamespace<Agency>;
  ACCOUNTS: DurableObjectNamespace<SimulatedAccount>;
  /** D1's binding, for the test that both engines give one trace. */
  DB: D1Database;
  MIGRATIONS: string[];
}

/** One agency: its own database, and the world that plays it. */
export class Agency extends DurableObject<Env> {
  private world?: Promise<{ world: World; start: Copy }>;

  /** Answers with the run's progress. The last line is its result. */
  override async fetch(request: Request): Promise<Response> {
    const settings = (await request.json()) as Settings;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    // The host may stop reading.
    const tell = (progress: Progress) =>
      void writer.write(new TextEncoder().encode(`${JSON.stringify(progress)}\n`)).catch(() => undefined);
    void this.play(settings, tell)
      .then((result) => tell({ result }))
      .catch((error) => tell({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
      .finally(() => writer.close().catch(() => undefined));
    return new Response(readable);
  }

  private async play(settings: Settings, tell: (progress: Progress) => void): Promise<RunResult> {
    this.world ??= this.open(settings.engine);
    const { world, start } = await this.world;
    world.report = (doing) => tell({ doing });
    const found = async () => {
      await world.provider.reset();
      await restoreTables(world.binding, start);
      return start;
    };
    return settings.year ? await playYear(world, found, settings.seed) : await playRun(world, found, settings, tell);
  }

  private async open(engine: "stored" | "d1") {
    const binding = engine === "d1" ? this.env.DB : storedD1(this.ctx.storage);
    if (engine === "stored") await this.ctx.storage.deleteAll();
    await binding.batch(this.env.MIGRATIONS.map((statement) => binding.prepare(statement)));
    restart(1);
    await foundAgency(openDb(binding));
    const world = new World(binding, new Provider(this.env.ACCOUNTS, SITE));
    return { world, start: await copyTables(binding) };
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.method === "GET")
      return Response.json({
        commands: allCommands.map(({ name }) => name),
        invariants: invariants.map(({ id }) => id),
      });
    const { engine } = (await request.clone().json()) as Settings;
    return await env.AGENCY.get(env.AGENCY.idFromName(engine)).fetch(request);
  },
};
