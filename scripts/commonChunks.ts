import type { GetManualChunk } from "rollup";

/** These run when they are imported, so they stay files of their own. */
const isEntry = (id: string) => id.endsWith("?__remix-build-client-route") || id.endsWith("/app/entry.client.tsx");

/** Helpers of the bundler have ids without a file, and libraries need them first. */
const isLibrary = (id: string) => id.includes("/node_modules/") || id.startsWith("\0");

/**
 * Joins what every page loads into one file, and what the signed-in frame adds into another; libraries have their own,
 * which outlives a deployment. Rollup makes a file of each combination of pages, and small files compress badly: the
 * 41 files of an order page were 141.3 kB after gzip, and are 132.3 kB in 29.
 */
export function commonChunks(): GetManualChunk {
  let chunks: Map<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    chunks ??= chunksOf([...getModuleIds()], (module) => getModuleInfo(module)?.importedIds ?? []);
    return chunks.get(id);
  };
}

function chunksOf(ids: string[], importsOf: (id: string) => readonly string[]): Map<string, string> {
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const waiting = [start];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      waiting.push(...importsOf(id));
    }
    return reached;
  };
  const from = (pattern: RegExp) => ids.filter((id) => pattern.test(id)).map(reachedFrom);
  const page = from(/\/app\/(root\.tsx\?__remix-build-client-route|entry\.client\.tsx)$/);
  const frame = from(/\/routes\/_app\.tsx\?__remix-build-client-route$/);
  const chunkOf = (id: string) => {
    if (isEntry(id)) return undefined;
    if (page.some((reached) => reached.has(id))) return isLibrary(id) ? "libraries" : "page";
    return frame.some((reached) => reached.has(id)) ? "frame" : undefined;
  };
  return new Map(
    ids.flatMap((id) => {
      const chunk = chunkOf(id);
      return chunk ? [[id, chunk] as const] : [];
    }),
  );
}
