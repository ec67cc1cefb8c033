import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { type LazyBuild, lazyRoutes } from "~/lazyRoutes";
import * as pages from "../../build/server/pages.js";

/** Remix's build as it is shipped: its routes are read when they are asked for. */
export const built = pages as unknown as LazyBuild;

const production = (build: ServerBuild) => createRequestHandler(build, "production");

/** The built portal's answers to page requests, with its routes read as production reads them. A new one has read none. */
export function builtPages(): RequestHandler {
  const handlerFor = lazyRoutes(built, production);
  return async (request, context) => (await handlerFor(request.url))(request, context);
}

/** The same by Remix's own way: every route module is there before the first request. */
export async function pagesReadAtOnce(): Promise<RequestHandler> {
  const routes = await Promise.all(
    Object.entries(built.routes).map(async ([id, route]) => [id, { ...route, module: await route.module() }] as const),
  );
  return production({ ...built, routes: Object.fromEntries(routes) });
}
