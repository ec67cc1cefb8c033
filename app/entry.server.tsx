import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { createRequestHandler } from "@remix-run/cloudflare-pages";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { answerPortal } from "./http/answerPortal.server";
import { logFault } from "./http/logFault.server";
import { NonceContext } from "./nonce";

/** What entry.pages.ts starts: built here, so that the Pages Function holds every module once. */
export const doors = { answerPortal, createRequestHandler };

/** Renders to a string: 3.3 times the pages per second of streaming on workerd (architecture section 3). */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const body = renderToString(
    <NonceContext.Provider value={context.portal.nonce}>
      <RemixServer context={remix} url={request.url} />
    </NonceContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  // A document takes its headers from the loaders' routes alone: what a refused form says of its limit would be lost.
  for (const given of Object.values(remix.staticHandlerContext.actionHeaders)) {
    const wait = given.get("Retry-After");
    if (wait) headers.set("Retry-After", wait);
  }
  return new Response(`<!doctype html>${body}`, { status, headers });
}

/** Faults of loaders and actions; what a page throws on purpose is a Response and is not one. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (!request.signal.aborted) logFault(error, context.portal.ctx.requestId);
}
