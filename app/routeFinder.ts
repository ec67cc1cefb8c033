import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { LruCache } from "~db/lruCache";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Routes = Record<string, Omit<ServerBuild["routes"][string], "module">>;

/** Addresses in the cache. Matching takes a tenth of a short page's time. */
const MOST_FOUND = 1000;

/**
 * Finds the ids of an address's routes, outermost first; empty without a match. Uses Remix's matcher but gives it
 * only the routes with the same first segment, because it scans every route.
 */
export function routeFinder(routes: Routes) {
  const all = childrenOf(routes, undefined);
  const words = new Set(["", ...firstWords(all)]);
  const begun = new Map<string, RouteObject[]>();

  const cache = new LruCache<string[]>(MOST_FOUND);

  return (pathname: string): string[] => {
    const cached = cache.get(pathname);
    if (cached) return cached;
    const word = pathname.split("/", 2)[1]!.toLowerCase();
    let tree = begun.get(word);
    if (!tree) {
      tree = words.has(word) ? beginningWith(word, all) : all;
      // Caches only the routes' own segments, because an address may start with anything.
      if (words.has(word)) begun.set(word, tree);
    }
    const ids = (matchRoutes(tree, pathname) ?? []).map(({ route }) => route.id!);
    cache.keep(pathname, ids);
    return ids;
  };
}

const firstWord = ({ path = "" }: RouteObject) => path.split("/", 1)[0]!.toLowerCase();

const firstWords = (routes: RouteObject[]): string[] =>
  routes.flatMap((route) => firstWord(route) || firstWords(route.children ?? []));

/** Descends into pathless routes. Parameters match any segment. */
const beginningWith = (word: string, routes: RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => {
    const own = firstWord(route);
    if (!own) return { ...route, children: beginningWith(word, route.children ?? []) } as RouteObject;
    return own === word || /^[:*]|\?$/.test(own) ? route : [];
  });

const childrenOf = (routes: Routes, parentId: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(
      ({ id, path, index, caseSensitive }) =>
        ({ id, path, index, caseSensitive, children: childrenOf(routes, id) }) as RouteObject,
    );
