import type { EntryContext } from "@remix-run/cloudflare";
import { PAGE_CONTEXT, ROUTE_MODULES } from "~/remixInternals";

/** Names of files in the folder of assets. */
interface PageFiles {
  manifest: string;
  entry: string;
  /** By route. */
  routes: Record<string, string>;
  /** What these import. */
  imports: string[];
}

const ASSETS = "/assets/";

type EarlyWindow = Window & { earlyInput?: Map<EventTarget | null, string> };

/**
 * Runs in the browser as source text, so it uses nothing outside of itself. Records input before hydration
 * (app/earlyInput.ts). Loads the page's modules after its first frame, or after a second; a hidden page loads them
 * immediately. While one of them is missing after five seconds, or failed, the page stays as it is without script, and
 * the style sheet shows it so.
 */
function loadAfterPaint(
  { manifest, entry, routes, imports }: PageFiles,
  folder: string,
  read: (name: string) => Promise<unknown>,
  routeModules: typeof ROUTE_MODULES,
) {
  const early: EarlyWindow = window;
  early.earlyInput = new Map();
  for (const type of ["input", "change"])
    addEventListener(type, ({ target }) => early.earlyInput?.set(target, (target as HTMLInputElement).value), true);
  let started = false;
  const load = async () => {
    if (started) return;
    started = true;
    for (const name of [entry, ...imports]) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = folder + name;
      document.head.appendChild(link);
    }
    const page = document.documentElement.dataset;
    const late = setTimeout(() => {
      page.unscripted = "";
    }, 5000);
    try {
      const [, ...modules] = await Promise.all([manifest, ...Object.values(routes)].map(read));
      const loaded = Object.fromEntries(Object.keys(routes).map((id, at) => [id, modules[at]]));
      window[routeModules] = loaded as (typeof window)[typeof ROUTE_MODULES];
      await read(entry);
      delete page.unscripted;
    } catch (error) {
      page.unscripted = "";
      reportError(error);
    }
    clearTimeout(late);
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
  setTimeout(load, 1000);
}

/**
 * The page's inline script: what Remix's `<Scripts>` writes, except that its modules do not delay the first paint.
 * Pages that `defer()` data would need more.
 */
export function deferredScripts({ manifest, serverHandoffString, staticHandlerContext }: EntryContext): string {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]!);
  const imports = new Set([...manifest.entry.imports, ...routes.flatMap(({ imports = [] }) => imports)]);
  const nameOf = (file: string) => file.slice(ASSETS.length);
  const page: PageFiles = {
    manifest: nameOf(manifest.url),
    entry: nameOf(manifest.entry.module),
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, nameOf(module)])),
    imports: [...imports].map(nameOf),
  };
  // The build would rewrite an `import` inside the function.
  const input = `${JSON.stringify(page)},"${ASSETS}",(name)=>import("${ASSETS}"+name),"${ROUTE_MODULES}"`;
  return `window.${PAGE_CONTEXT}=${serverHandoffString};(${loadAfterPaint})(${input})`;
}
