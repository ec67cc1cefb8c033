import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

type RouteModule = ServerBuild["routes"][string]["module"];
type ManifestRoutes = ServerBuild["assets"]["routes"];
type RouteObject = Parameters<typeof matchRoutes>[0][number];

/**
 * Builds a Remix handler per innermost route on its first request, so that a cold start evaluates no page. Remix itself
 * would import every route. `modules` holds the import of each route by its id; `build.assets` is the whole manifest.
 * `onRoute` learns the innermost route before its modules load. No promise is shared between requests: on workerd it
 * ends with the request that created it. Two requests may build the same handler, but its modules are evaluated once.
 */
export function lazyRouteModules<Handler>(
  build: Omit<ServerBuild, "routes">,
  modules: Record<string, () => Promise<RouteModule>>,
  handlerOf: (build: ServerBuild) => Handler,
) {
  const manifest = build.assets.routes;
  const matchedIds = routeMatcher(manifest);
  const handlers = new Map<string, Handler>();

  return async (url: string, onRoute?: (id: string) => void): Promise<Handler> => {
    const ids = matchedIds(new URL(url).pathname);
    const innermost = ids.at(-1)!;
    onRoute?.(innermost);
    const cached = handlers.get(innermost);
    if (cached) return cached;
    const routes = await Promise.all(
      ids.map(async (id) => {
        const { parentId, path, index, caseSensitive } = manifest[id]!;
        return [id, { id, parentId, path, index, caseSensitive, module: await modules[id]!() }];
      }),
    );
    const handler = handlerOf({
      ...build,
      routes: Object.fromEntries(routes),
      // Rendering matches the manifest as well.
      assets: { ...build.assets, routes: Object.fromEntries(ids.map((id) => [id, manifest[id]!])) },
    });
    handlers.set(innermost, handler);
    return handler;
  };
}

/** Finds the ids of an address's routes, outermost first. The root renders unmatched addresses. */
export function routeMatcher(manifest: ManifestRoutes) {
  const tree = childrenOf(manifest, undefined);
  const match = (pathname: string) => {
    // An address in any other spelling, e.g. encoded, may match every route.
    const plain = /^\/(?:$|([\w-]+)(?=\/|$))/.exec(pathname.toLowerCase());
    const routes = plain ? startingWith(plain[1] ?? "", tree) : tree;
    return matchRoutes(routes, pathname)?.map(({ route }) => route.id!) ?? ["root"];
  };
  // Pages without a parameter have one address, which is matched once.
  const fixed = new Set(fixedPaths(tree));
  const matched = new Map<string, string[]>();
  return (pathname: string): string[] => {
    if (!fixed.has(pathname)) return match(pathname);
    const ids = matched.get(pathname) ?? match(pathname);
    matched.set(pathname, ids);
    return ids;
  };
}

/** The addresses of the routes without parameters. */
const fixedPaths = (routes: RouteObject[], parent = ""): string[] =>
  routes.flatMap(({ path = "", children = [] }) => {
    const own = path ? `${parent}/${path}` : parent;
    return /[:*?]/.test(path) ? [] : [own || "/", ...fixedPaths(children, own)];
  });

const childrenOf = (manifest: ManifestRoutes, parent: string | undefined): RouteObject[] =>
  Object.values(manifest)
    .filter(({ parentId }) => parentId === parent)
    .map(
      ({ id, path, index, caseSensitive }) =>
        ({ id, path, index, caseSensitive, children: childrenOf(manifest, id) }) as RouteObject,
    );

/**
 * Leaves out routes with another first segment. Matching against all 125 takes 0.7 ms. Parameters match any segment.
 */
const startingWith = (segment: string, routes: RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => {
    if (!route.path) return { ...route, children: startingWith(segment, route.children ?? []) } as RouteObject;
    const [first = ""] = route.path.toLowerCase().split("/", 1);
    return first === segment || /^[:*]|\?$/.test(first) ? route : [];
  });
