import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** False on a system without /proc, where nothing can be measured. */
export const canMeasure = existsSync("/proc/self/clear_refs");

/** Milliseconds of one tick in /proc, on every Linux that is not built for embedded devices. */
const TICK_MS = 10;
const MIB = 1024;

const statOf = (id: number) => {
  const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
  return { name, fields: rest.split(" ") };
};

/** The workerd processes that a process started. */
function workerdsBelow(parent: number): number[] {
  const processes = new Map<number, { name: string; parent: number }>();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const { name, fields } = statOf(Number(id));
      processes.set(Number(id), { name, parent: Number(fields[1]) });
    } catch {
      // The process has ended.
    }
  const isBelow = (id: number): boolean => {
    const found = processes.get(id)?.parent;
    return found !== undefined && (found === parent || isBelow(found));
  };
  return [...processes].filter(([id, { name }]) => name === "workerd" && isBelow(id)).map(([id]) => id);
}

const memoryOf = (id: number, field: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / MIB;

/** What the Workers of a portal's process cost. */
export function workersOf(portalProcess: number) {
  const ids = workerdsBelow(portalProcess);
  if (ids.length === 0) throw new Error("No workerd runs below the portal");
  const spent = () =>
    ids.reduce((sum, id) => {
      const { fields } = statOf(id);
      return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }, 0);
  return {
    /** Processor ms of `work`, all threads. Other load on the machine does not count. */
    async processorTime(work: () => Promise<unknown>): Promise<number> {
      const before = spent();
      await work();
      return spent() - before;
    },
    /** MiB at rest. */
    memory: () => Math.max(...ids.map((id) => memoryOf(id, "VmRSS"))),
    /** MiB at the highest point of `work`. */
    async peakMemory(work: () => Promise<unknown>): Promise<number> {
      for (const id of ids) writeFileSync(`/proc/${id}/clear_refs`, "5");
      await work();
      return Math.max(...ids.map((id) => memoryOf(id, "VmHWM")));
    },
  };
}
