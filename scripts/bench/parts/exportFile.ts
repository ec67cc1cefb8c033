import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { abba } from "../abba";
import { bareExport } from "../baselines/bareExport";
import { exportStatements } from "../exportStatements";
import { staffEmail } from "../loadOrders";
import type { LonePart, StackPart } from "../part";
import { databaseOf, portalOf, type Size, type Stack, startStack } from "../startStack";

const SIZE: Size = 100_000;
const ROUNDS = 2;
const MIB = 1024 * 1024;

/** Descendant processes that run workerd. */
function workerdIds(): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  const parents = new Map<number, { parent: number; name: string }>();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
      parents.set(Number(id), { parent: Number(rest.split(" ")[1]), name });
    } catch {
      // The process has ended.
    }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)?.parent;
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  return [...parents].filter(([id, { name }]) => name === "workerd" && isBelow(id)).map(([id]) => id);
}

const statusOf = (id: number, field: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Additional memory of the busiest workerd during `work`, in MiB; null without /proc. */
async function extraMemory(work: () => Promise<unknown>): Promise<number | null> {
  const ids = workerdIds();
  if (ids.length === 0) {
    await work();
    return null;
  }
  const before = ids.map((id) => statusOf(id, "VmRSS"));
  // Resets the high-water mark.
  for (const id of ids) writeFileSync(`/proc/${id}/clear_refs`, "5");
  await work();
  return Math.max(...ids.map((id, n) => statusOf(id, "VmHWM") - before[n]!));
}

type Init = Parameters<Stack["fetch"]>[2];

/** Fetches to the last byte. Returns ms and MiB. */
async function fetched(stack: Stack, worker: string, path: string, init?: Init) {
  const start = performance.now();
  // One connection per request: workerd may close a kept one just as the next request takes it.
  const answer = await stack.fetch(worker, path, { ...init, headers: { ...init?.headers, Connection: "close" } });
  if (answer.status !== 200 || !answer.body) throw new Error(`${path} answered ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
  return { ms: performance.now() - start, size: bytes / MIB };
}

/** Every order as an .xlsx by POST /api/order/export. */
async function exporterOf(stack: Stack) {
  const portal = portalOf(SIZE);
  const bearer = await stack.signInToApi(portal, staffEmail);
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` };
  return () => fetched(stack, portal, "/api/order/export", { method: "POST", headers, body: "{}" });
}

/** P7: the export's time over a Worker that reads the same rows into a bare zip. */
export const exportFilePart: StackPart = {
  ids: ["P7"],
  sizes: [SIZE],
  workers: async () => [await bareExport(databaseOf(SIZE), await exportStatements())],
  async measure(stack) {
    const exportAll = await exporterOf(stack);
    let size = 0;
    const bare = async () => (await fetched(stack, "bare-export", "/")).ms;
    const ours = async () => {
      const { ms, size: exported } = await exportAll();
      size = exported;
      return ms;
    };
    // Run first to warm the database's cache.
    await bare();
    const { ratio, a, b } = await abba(ours, bare, ROUNDS);
    return [
      {
        id: "P7",
        what: "Export of 100,000 orders, time",
        against: "the same rows into a bare zip",
        value: ratio,
        unit: "x",
        atMost: 1.8,
        note: `${(a / 1000).toFixed(1)} over ${(b / 1000).toFixed(1)} s, ${size.toFixed(1)} MiB`,
      },
    ];
  },
};

/** P7: the memory of the first export of a fresh process, whose caches and engine start cold. */
export const exportMemoryPart: LonePart = {
  ids: ["P7"],
  async measure(settings) {
    const stack = await startStack(settings, [SIZE], async () => []);
    try {
      const exportAll = await exporterOf(stack);
      const first = await extraMemory(exportAll);
      const second = await extraMemory(exportAll);
      return [
        {
          id: "P7",
          what: "Export of 100,000 orders, memory",
          against: "workerd's highest mark less what it held before",
          value: first,
          unit: "MiB",
          atMost: 100,
          note:
            first === null || second === null
              ? "read from /proc, which is not here"
              : `first export of a fresh process; the second ${second.toFixed(0)} MiB`,
        },
      ];
    } finally {
      await stack.stop();
    }
  },
};
