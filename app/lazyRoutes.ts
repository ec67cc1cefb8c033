import type { ServerBuild } from "@remix-run/cloudflare";
import { routeFinder } from "./routeFinder";

type Route = ServerBuild["routes"][string];
type RouteModule = Route["module"];

/** Remix's build as scripts/laterRoutes.ts leaves it: a route says how its module is read. */
export type LazyBuild = Omit<ServerBuild, "routes"> & {
  routes: Record<string, Omit<Route, "module"> & { module: () => Promise<RouteModule> }>;
};

/**
 * The handler of an address, made of that address's routes alone: a start reads no page, the first request for one reads
 * it. Remix knows no such thing, and asks every route what it exports when a handler is made; so there is one handler for
 * each innermost route, and it is kept. Its manifest, which Remix matches again for every page that it renders, names the
 * routes of the address and of the addresses above it, which the browser is told of with the page.
 *
 * Nothing that is under way is shared: on workerd a promise belongs to the request that made it and ends with it. Two
 * requests may both make the handler of a page; its modules are evaluated once, whoever asks.
 */
export function lazyRoutes<Handler>(build: LazyBuild, handlerOf: (build: ServerBuild) => Handler) {
  const routesOf = routeFinder(build.routes);
  const handlers = new Map<string, Handler>();

  async function read(ids: string[]): Promise<ServerBuild["routes"]> {
    const routes = ids.map(async (id) => [id, { ...build.routes[id]!, module: await build.routes[id]!.module() }]);
    return Object.fromEntries(await Promise.all(routes));
  }

  const told = (ids: string[]): ServerBuild["assets"] => ({
    ...build.assets,
    routes: Object.fromEntries(ids.map((id) => [id, build.assets.routes[id]!])),
  });

  return async (url: string): Promise<Handler> => {
    const { pathname } = new URL(url);
    // Where nothing matches the root answers.
    const matched = routesOf(pathname);
    const ids = matched.length ? matched : ["root"];
    const key = pathname === manifestPath ? manifestPath : ids.at(-1)!;
    const known = handlers.get(key);
    if (known) return known;
    const handler = handlerOf(
      key === manifestPath
        ? { ...build, routes: unread(build.routes) }
        : {
            ...build,
            routes: await read(ids),
            assets: told([...ids, ...addressesAbove(pathname).flatMap(routesOf)]),
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

/** Where browsers ask which routes lie behind links: of all routes, and of no module. */
const manifestPath = "/__manifest";
const unread = (routes: LazyBuild["routes"]): ServerBuild["routes"] =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { ...route, module: {} as RouteModule }]));
