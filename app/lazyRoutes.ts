import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Route = ServerBuild["routes"][string];
type RouteModule = Route["module"];

/** Remix's build as scripts/laterRoutes.ts leaves it: a route says how its module is read. */
export type LazyBuild = Omit<ServerBuild, "routes"> & {
  routes: Record<string, Omit<Route, "module"> & { module: () => Promise<RouteModule> }>;
};

/**
 * The handler of an address, made of that address's routes alone: a start reads no page, the first request for one reads
 * it. Remix knows no such thing, and asks every route what it exports when a handler is made; so there is one handler for
 * each innermost route, and it is kept. Remix matches an address twice more by itself, then among these few.
 *
 * Nothing that is under way is shared: on workerd a promise belongs to the request that made it and ends with it. Two
 * requests may both make the handler of a page; its modules are evaluated once, whoever asks.
 */
export function lazyRoutes<Handler>(build: LazyBuild, handlerOf: (build: ServerBuild) => Handler) {
  const tree = childrenOf(build.routes, undefined);
  const handlers = new Map<string, Handler>();

  async function read(ids: string[]): Promise<ServerBuild["routes"]> {
    const routes = ids.map(async (id) => [id, { ...build.routes[id]!, module: await build.routes[id]!.module() }]);
    return Object.fromEntries(await Promise.all(routes));
  }

  return async (url: string): Promise<Handler> => {
    const { pathname } = new URL(url);
    // As Remix does it, with the same function. Where nothing matches the root answers.
    const matched = (matchRoutes(tree, pathname) ?? []).map(({ route }) => route.id!);
    const ids = matched.length ? matched : ["root"];
    const key = pathname === manifestPath ? manifestPath : ids.at(-1)!;
    const known = handlers.get(key);
    if (known) return known;
    const routes = key === manifestPath ? unread(build.routes) : await read(ids);
    const handler = handlerOf({ ...build, routes });
    handlers.set(key, handler);
    return handler;
  };
}

/** Where browsers ask which routes lie behind links: of all routes, and of no module. */
const manifestPath = "/__manifest";
const unread = (routes: LazyBuild["routes"]): ServerBuild["routes"] =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { ...route, module: {} as RouteModule }]));

const childrenOf = (routes: LazyBuild["routes"], parentId: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(
      ({ id, path, index, caseSensitive }) =>
        ({ id, path, index, caseSensitive, children: childrenOf(routes, id) }) as RouteObject,
    );
