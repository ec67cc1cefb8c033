import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { FormSeedContext } from "./formSeed";
import { logFault } from "./http/logFault.server";
import { scriptsAfterPaint } from "./http/scriptsAfterPaint.server";
import { NonceContext } from "./nonce";

/** Remix wants a module of every route that its manifest names; those of addresses above the page's are not read. */
const withEveryRoute = (remix: EntryContext): EntryContext => ({
  ...remix,
  routeModules: { ...unread(remix.manifest), ...remix.routeModules },
});

const unread = ({ routes }: EntryContext["manifest"]) =>
  Object.fromEntries(Object.keys(routes).map((id) => [id, {} as EntryContext["routeModules"][string]]));

/** Renders to a string: 3.3 times the pages per second of streaming on workerd. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const body = renderToString(
    <NonceContext.Provider value={context.portal.nonce}>
      <FormSeedContext.Provider value={crypto.randomUUID()}>
        <RemixServer context={withEveryRoute(remix)} url={request.url} />
      </FormSeedContext.Provider>
    </NonceContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  // A document takes its headers from the loaders' routes alone: what a refused form says of its limit would be lost.
  for (const given of Object.values(remix.staticHandlerContext.actionHeaders)) {
    const wait = given.get("Retry-After");
    if (wait) headers.set("Retry-After", wait);
  }
  return new Response(`<!doctype html>${scriptsAfterPaint(body)}`, { status, headers });
}

/**
 * Faults of loaders and actions. What a page throws on purpose is a Response and is not one; nor is what Remix says itself
 * of a request that no page takes, e.g. a post to an address without an action.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) logFault(error);
}
