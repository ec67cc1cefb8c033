import type { EntryContext } from "@remix-run/cloudflare";

/**
 * Runs in the browser as source text. Records input before hydration (app/earlyInput.ts). Loads the page's modules after
 * its first frame, or after a second; a hidden page loads them immediately. While one of them is missing after five
 * seconds, or failed, the page stays as it is without script, and the style sheet shows it so.
 */
const LOAD_AFTER_PAINT = `(({ manifest, entry, routes, imports }) => {
  window.earlyInput = new Map();
  for (const type of ["input", "change"])
    addEventListener(type, ({ target }) => window.earlyInput?.set(target, target.value), true);
  let started = false;
  const load = async () => {
    if (started) return;
    started = true;
    for (const href of [entry, ...imports])
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    const files = [manifest, ...Object.values(routes)];
    const page = document.documentElement.dataset;
    const late = setTimeout(() => { page.unscripted = ""; }, 5000);
    try {
      const [, ...modules] = await Promise.all(files.map((file) => import(file)));
      window.__remixRouteModules = Object.fromEntries(Object.keys(routes).map((id, at) => [id, modules[at]]));
      await import(entry);
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
})`.replaceAll(/\n */g, " ");

/**
 * The page's inline script: what Remix's `<Scripts>` writes, except that its modules do not delay the first paint.
 * Pages that `defer()` data would need more.
 */
export function deferredScripts({ manifest, serverHandoffString, staticHandlerContext }: EntryContext): string {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]!);
  const page = {
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    imports: [...new Set([...manifest.entry.imports, ...routes.flatMap(({ imports = [] }) => imports)])],
  };
  return `window.__remixContext=${serverHandoffString};${LOAD_AFTER_PAINT}(${JSON.stringify(page)})`;
}
