import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { LruCache } from "~db/lruCache";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Routes = Record<string, Omit<ServerBuild["routes"][string], "module">>;

/** Addresses asked for latest, whose routes are remembered: matching is a tenth of a short page's time. */
const MOST_FOUND = 1000;

/**
 * Ids of an address's routes, outermost first; none where nothing matches. As Remix finds them, with the same function,
 * which looks at every route that it is given: it is given those that begin as the address does.
 */
export function routeFinder(routes: Routes) {
  const all = childrenOf(routes, undefined);
  const words = new Set(["", ...firstWords(all)]);
  const begun = new Map<string, RouteObject[]>();

  const found = new LruCache<string[]>(MOST_FOUND);

  return (pathname: string): string[] => {
    const known = found.get(pathname);
    if (known) return known;
    const word = pathname.split("/", 2)[1]!.toLowerCase();
    let tree = begun.get(word);
    if (!tree) {
      tree = words.has(word) ? beginningWith(word, all) : all;
      // Only the routes' own words: an address may begin with anything.
      if (words.has(word)) begun.set(word, tree);
    }
    const ids = (matchRoutes(tree, pathname) ?? []).map(({ route }) => route.id!);
    found.keep(pathname, ids);
    return ids;
  };
}

const firstWord = ({ path = "" }: RouteObject) => path.split("/", 1)[0]!.toLowerCase();

const firstWords = (routes: RouteObject[]): string[] =>
  routes.flatMap((route) => firstWord(route) || firstWords(route.children ?? []));

/** What a route without a word of its own holds is looked through; parameters may stand for any word. */
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
