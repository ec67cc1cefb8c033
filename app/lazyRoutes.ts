import type { ServerBuild } from "@remix-run/cloudflare";
import { routeFinder } from "./routeFinder";

type Route = ServerBuild["routes"][string];
type RouteModule = Route["module"];

/** Remix's build after scripts/laterRoutes.ts: each route imports its module on demand. */
export type LazyBuild = Omit<ServerBuild, "routes"> & {
  routes: Record<string, Omit<Route, "module"> & { module: () => Promise<RouteModule> }>;
};

/**
 * Builds a Remix handler per innermost route on its first request, so that a cold start loads no pages. Remix itself
 * would load every route. Each handler's manifest contains only the routes of its address and of the addresses above.
 * No promise is shared between requests: on workerd it ends with the request that created it. Two requests may build
 * the same handler, but its modules are evaluated once.
 */
export function lazyRoutes<Handler>(build: LazyBuild, handlerOf: (build: ServerBuild) => Handler) {
  const routesOf = routeFinder(build.routes);
  const handlers = new Map<string, Handler>();

  async function read(ids: string[]): Promise<ServerBuild["routes"]> {
    const routes = ids.map(async (id) => [id, { ...build.routes[id]!, module: await build.routes[id]!.module() }]);
    return Object.fromEntries(await Promise.all(routes));
  }

  const manifestFor = (ids: string[]): ServerBuild["assets"] => ({
    ...build.assets,
    routes: Object.fromEntries(ids.map((id) => [id, build.assets.routes[id]!])),
  });

  return async (url: string): Promise<Handler> => {
    const { pathname } = new URL(url);
    // The root renders unmatched addresses.
    const matched = routesOf(pathname);
    const ids = matched.length ? matched : ["root"];
    const key = pathname === manifestPath ? manifestPath : ids.at(-1)!;
    const cached = handlers.get(key);
    if (cached) return cached;
    const handler = handlerOf(
      key === manifestPath
        ? { ...build, routes: unread(build.routes) }
        : {
            ...build,
            routes: await read(ids),
            assets: manifestFor([...ids, ...addressesAbove(pathname).flatMap(routesOf)]),
          },
    );
    handlers.set(key, handler);
    return handler;
  };
}

/** `/`, `/a` and `/a/b` of `/a/b/c`. */
const addressesAbove = (pathname: string) => {
  const parts = pathname.split("/").filter(Boolean);
  return parts.map((_, count) => `/${parts.slice(0, count).join("/")}`);
};

/** Browsers discover the routes behind links here. It needs all routes but no modules. */
const manifestPath = "/__manifest";
const unread = (routes: LazyBuild["routes"]): ServerBuild["routes"] =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { ...route, module: {} as RouteModule }]));
