import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Log, LogLevel, Miniflare, type MiniflareOptions, type WorkerOptions } from "miniflare";
import { workerOptions } from "../../local/workerOptions";
import { portalDirectory } from "../../workerParts";
import { median } from "../abba";
import type { LonePart } from "../part";

const MIB = 1024 * 1024;
const PAIRS = 4;

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const STATISTICS = "/proc/self/stat";

/** Processor milliseconds of all ended child processes. */
function endedChildrenMs(): number {
  // The program's name, in parentheses, may contain spaces; `cutime` and `cstime` are fields 16 and 17.
  const fields = readFileSync(STATISTICS, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/**
 * Processor milliseconds from start until a Worker has answered its first request and its process has ended. Wall
 * time would include other work on the machine.
 */
async function startUp(worker: WorkerOptions, path: string, status: number): Promise<number> {
  const before = endedChildrenMs();
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    port: 0,
    log: new Log(LogLevel.WARN),
    workers: [worker],
  } as MiniflareOptions);
  try {
    const answer = await fetch(new URL(path, await miniflare.ready));
    await answer.text();
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  } finally {
    await miniflare.dispose();
  }
  return endedChildrenMs() - before;
}

/** P12: the size of the server's code, and its start-up time over a Worker of one line. */
export const server: LonePart = {
  ids: ["P12"],
  async measure(settings) {
    const { options } = workerOptions(settings, { standIns: false }).find(({ part }) => part === "portal")!;
    // On its own: other Workers and static files would start processes too.
    const { serviceBindings: _, durableObjects: __, queueProducers: ___, assets: ____, ...portal } = options;
    const bare: WorkerOptions = {
      name: "bare",
      modules: true,
      compatibilityDate: "2026-04-24",
      compatibilityFlags: ["nodejs_compat"],
      d1Databases: options.d1Databases,
      r2Buckets: options.r2Buckets,
      script: `export default { fetch: () => Response.json({ message: "Not found" }, { status: 404 }) };`,
    };
    const differences = async (path: string, status: number) => {
      const ours = () => startUp(portal as WorkerOptions, path, status);
      const theirs = () => startUp(bare, "/api/none", 404);
      const found: number[] = [];
      for (let pair = 0; existsSync(STATISTICS) && pair < PAIRS; pair++) {
        const [first, second] = pair % 2 ? [theirs, ours] : [ours, theirs];
        const [one, other] = [await first(), await second()];
        found.push(pair % 2 ? other - one : one - other);
      }
      return {
        value: found.length ? median(found) : null,
        note: found.length ? `processor time: ${found.join(", ")} ms` : "read from /proc, which is not here",
      };
    };
    // Neither queries the database. An unknown call is answered by the portal's own code; a page also loads React,
    // Remix and its modules, which later pages of the isolate reuse.
    const start = await differences("/api/none", 404);
    const page = await differences("/signin", 200);
    const modules = readdirSync(portalDirectory).map((file) => readFileSync(join(portalDirectory, file)));
    return [
      {
        id: "P12",
        what: "Server code, gz",
        against: "all of its modules in one piece, as they are deployed",
        value: gzipSync(Buffer.concat(modules)).length / MIB,
        unit: "MiB",
        atMost: 1,
      },
      {
        id: "P12",
        what: "Start-up to the first answer",
        against: "less that of a bare Worker",
        unit: "ms",
        atMost: 100,
        ...start,
      },
      {
        id: "P12",
        what: "Start-up to the first page, sign-in",
        against: "less that of a bare Worker",
        unit: "ms",
        atMost: 130,
        ...page,
      },
    ];
  },
};
