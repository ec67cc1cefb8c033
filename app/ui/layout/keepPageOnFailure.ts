import { dataAnswer, isRouteAnswer, prepareRouteModules, type RouteRequest, type Router } from "~/remixInternals";
import { showToast } from "../feedback/showToast";
import { type PageFailure, pageFailureText } from "../form/postFailures";

/** Hash of the router's location after a link failed. The address bar does not show it. */
export const STAYED_HASH = "#stayed";

/** Any small file that is the same in every build. */
export const PROBE = "/favicon.svg";

/**
 * Keeps the page when the next one cannot be read. Without it the router shows an error page, and Remix reloads the
 * present page when a module is missing, which shows the browser's own error page during an outage.
 */
export function keepPageOnFailure(router: Router) {
  page = { router, ...staying(router) };
  prepareRouteModules(router.routes, importFirst);
}

/** The portal could not be reached, so the page was not read. */
export class Unreachable extends Error {}

type Page = ReturnType<typeof staying> & { router: Router };

/** Null until the page has hydrated. */
let page: Page | null = null;

/** True while a link is followed. Not for Back and Forward, which change the address first, and not after a post. */
function isFollowing({ state: { navigation, location } }: Router) {
  const isShown = window.location.pathname + window.location.search === location.pathname + location.search;
  return navigation.state === "loading" && (navigation.formMethod ?? "GET") === "GET" && isShown;
}

function staying(router: Router) {
  let close: (() => void) | undefined;
  router.subscribe(({ navigation, location, errors }) => {
    if (navigation.state === "idle" && location.hash !== STAYED_HASH && !errors) close?.();
  });
  return {
    /** Ends the navigation without reading anything, and says why. */
    stay(failure: PageFailure, retryAfter?: string | null) {
      close?.();
      close = showToast("danger", pageFailureText(failure, retryAfter));
      const address = window.location.href;
      const { pathname, search, state } = router.state.location;
      // The router reads nothing when only the hash changes.
      void router.navigate({ pathname, search, hash: STAYED_HASH }, { replace: true, state, preventScrollReset: true });
      window.history.replaceState(window.history.state, "", address);
    },
  };
}

/** True for an answer that says nothing about the page: of a proxy, of a network's sign-in page, or 'try later'. */
function isAway(response: Response) {
  const { status, ok } = response;
  if (status === 429 || status > 500) return true;
  return !isRouteAnswer(response) && (ok || status === 500);
}

/** A failed read of the next page keeps this page, and one of this page's newest data keeps the data. */
export async function readOrKeepPage(
  { routeId, signal }: RouteRequest,
  send: () => Promise<Response>,
): Promise<Response> {
  if (!page) return await send();
  const { router, stay } = page;
  const offline = !navigator.onLine;
  const outcome = await send().catch((error: unknown) => error);
  const response = outcome instanceof Response ? outcome : null;
  if (signal?.aborted || (response && !isAway(response))) return answerOf(outcome);
  const data = router.state.loaderData[routeId];
  if (router.state.revalidation === "loading" && data !== undefined) return dataAnswer(data);
  if (isFollowing(router)) stay(offline ? "offline" : "away", response?.headers.get("Retry-After"));
  return answerOf(outcome);
}

function answerOf(outcome: unknown): Response {
  if (outcome instanceof Response) return outcome;
  throw outcome instanceof TypeError ? new Unreachable("No answer", { cause: outcome }) : outcome;
}

/** Loads a page's module before Remix does, which reloads the page when one is missing. */
async function importFirst(href: string) {
  const { navigation } = page!.router.state;
  const missing = await importModule(href);
  // A route that only answers fetches needs no module.
  if (missing && !navigation.location) return { handle: undefined };
  if (missing) await withoutModule(page!, navigation, missing);
  return undefined;
}

/**
 * Returns why a module could not be imported; null when it was. Reads it first, because a browser remembers a failed
 * import until the page is left. The import then takes it from the browser's cache.
 */
async function importModule(href: string): Promise<unknown> {
  try {
    const response = await fetch(href);
    await response.arrayBuffer();
    // A foreign page may answer with 200.
    const isScript = response.headers.get("Content-Type")?.includes("javascript");
    if (!response.ok || !isScript) return new Error(`${href} answered ${response.status}`);
    await import(/* @vite-ignore */ href);
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * Opens the next page as a document, of the newest build. The guard of unsaved input has asked before. Throws when that
 * is not possible.
 */
async function withoutModule({ router, stay }: Page, navigation: Router["state"]["navigation"], error: unknown) {
  const offline = !navigator.onLine;
  const probe = await fetch(PROBE, { method: "HEAD", cache: "no-store" }).catch(() => null);
  // The failed read of the data was quicker, or the person has gone elsewhere.
  if (router.state.navigation !== navigation) throw error;
  const { pathname, search, hash } = navigation.location!;
  if (isFollowing(router)) {
    if (!probe || probe.status >= 500) stay(offline ? "offline" : "away");
    else return await opened(pathname + search + hash);
  } else if (probe?.ok) return await opened(pathname + search + hash);
  throw probe ? error : new Unreachable("No answer", { cause: error });
}

function opened(href: string) {
  // A reload for Back and Forward, whose address is shown already.
  if (href === window.location.pathname + window.location.search + window.location.hash) window.location.reload();
  else window.location.assign(href);
  return new Promise<never>(() => {});
}
