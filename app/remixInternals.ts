/**
 * Everything the portal takes from Remix's private parts, in the browser and on the server. An upgrade of Remix is
 * checked against this file.
 */

export type Router = typeof window.__remixRouter;
type Route = Router["routes"][number];

/** Undefined until Remix has started. */
export const currentRouter = (): Router | undefined => window.__remixRouter;

/** Globals that the page's script fills before Remix starts. */
export const PAGE_CONTEXT = "__remixContext";
export const ROUTE_MODULES = "__remixRouteModules";

const FAULT_HEADER = "X-Remix-Error";
const DOCUMENT_HEADER = "X-Remix-Reload-Document";
const DATA_HEADER = "X-Remix-Response";
const ANSWER_HEADERS = [DATA_HEADER, "X-Remix-Redirect", "X-Remix-Catch", FAULT_HEADER];

/** True for the answer of a loader or an action. Proxies and sign-in pages of networks send none of these headers. */
export const isRouteAnswer = ({ headers }: Response) => ANSWER_HEADERS.some((name) => headers.has(name));

export const isRouteFault = ({ headers }: Response) => headers.has(FAULT_HEADER);

export const opensDocument = ({ headers }: Response) => headers.has(DOCUMENT_HEADER);

/** Makes a redirect a full page load with script too, so that it needs no module of this build. */
export function asDocument<Redirect extends Response>(redirect: Redirect): Redirect {
  redirect.headers.set(DOCUMENT_HEADER, "true");
  return redirect;
}

/** A loader's answer with this data. */
export const dataAnswer = (data: unknown) =>
  new Response(JSON.stringify(data), { headers: { "Content-Type": "application/json", [DATA_HEADER]: "yes" } });

export interface RouteRequest {
  routeId: string;
  isPost: boolean;
  signal?: AbortSignal | null;
}

/** Replaces a browser's fetch, so that `answer` decides what Remix gets for its requests of loaders and actions. */
export function interceptRouteRequests(
  browser: Pick<Window, "fetch">,
  answer: (request: RouteRequest, send: () => Promise<Response>) => Promise<Response>,
) {
  const request = browser.fetch.bind(browser);
  browser.fetch = async (input, init) => {
    const routeId = typeof input === "string" ? new URL(input, location.href).searchParams.get("_data") : null;
    const send = () => request(input, init);
    return routeId === null
      ? await send()
      : await answer({ routeId, isPost: init?.method === "POST", signal: init?.signal }, send);
  };
}

/** Awaits `prepare` before Remix loads a route's module. What `prepare` returns takes the module's place. */
export function prepareRouteModules(
  routes: readonly Route[],
  prepare: (href: string) => Promise<{ handle: unknown } | undefined>,
) {
  for (const route of routes) {
    const { lazy } = route;
    if (lazy)
      route.lazy = async () => (await prepare(window.__remixManifest.routes[route.id]!.module)) ?? (await lazy());
    prepareRouteModules(route.children ?? [], prepare);
  }
}
