import type { GetManualChunk } from "rollup";

/** These run when they are imported, so they stay files of their own. */
const isEntry = (id: string) => id.endsWith("?__remix-build-client-route") || id.endsWith("/app/entry.client.tsx");

/** Helpers of the bundler have ids without a file, and libraries need them first. */
const isLibrary = (id: string) => id.includes("/node_modules/") || id.startsWith("\0");

/**
 * Joins modules that the same pages load: what every page does, what sign-in shares with the pages behind it, what the
 * frame adds, what the busiest pages share, what lists do. Rollup makes a file of each combination of pages, and small
 * files compress badly. Libraries have a file of their own, which outlives a deployment.
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
  const fromRoutes = (...routes: string[]) =>
    routes.flatMap((route) =>
      ids.filter((id) => id.endsWith(`/routes/${route}.tsx?__remix-build-client-route`)).map(reachedFrom),
    );
  const page = from(/\/app\/(root\.tsx\?__remix-build-client-route|entry\.client\.tsx)$/);
  const frame = fromRoutes("_app");
  const signIn = fromRoutes("_account", "_account.signin");
  const accounts = from(/\/routes\/_account\.[^/]*\?__remix-build-client-route$/);
  const behind = from(/\/routes\/_app(\.[^/]*)?\.tsx\?__remix-build-client-route$/);
  const checkout = fromRoutes("_open.services.$serviceId.checkout");
  const orderList = fromRoutes("_app.orders._index");
  const clientList = fromRoutes("_app.clients._index");
  const dashboard = fromRoutes("_app._index");
  const uploads = from(/\/app\/(ui\/form\/UploadField\.tsx|files\/uploadKinds\.ts)$/);
  const busiest = [...orderList, ...checkout, ...fromRoutes("_app.orders.$orderId", "_app.checkout.success")];

  const isIn = (groups: Set<string>[], id: string) => groups.some((reached) => reached.has(id));
  const chunkOf = (id: string) => {
    if (isEntry(id)) return undefined;
    if (isIn(page, id)) return isLibrary(id) ? "libraries" : "page";
    if (isIn(signIn, id) && isIn(behind, id)) return "forms";
    if (isIn(frame, id)) return "frame";
    // The rest of the account pages need little of what follows.
    if (isIn(accounts, id)) return undefined;
    if (isIn(uploads, id) && !isIn([...checkout, ...orderList], id)) return "uploads";
    if (busiest.filter((reached) => reached.has(id)).length > 1) return "content";
    if (!isIn(orderList, id)) return undefined;
    if (isIn(dashboard, id)) return "orders";
    return isIn(clientList, id) ? "lists" : undefined;
  };
  return new Map(
    ids.flatMap((id) => {
      const chunk = chunkOf(id);
      return chunk ? [[id, chunk] as const] : [];
    }),
  );
}
