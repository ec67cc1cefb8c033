import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { type LazyBuild, lazyRoutes } from "~/lazyRoutes";
import * as pages from "../../build/server/pages.js";

/** The production build of Remix, whose route modules load on demand. */
export const built = pages as unknown as LazyBuild;

const production = (build: ServerBuild) => createRequestHandler(build, "production");

/** Handles page requests with the built portal. Starts with no route module loaded. */
export function builtPages(): RequestHandler {
  const handlerFor = lazyRoutes(built, production);
  return async (request, context) => (await handlerFor(request.url))(request, context);
}

/** The same with every route module loaded before the first request, as plain Remix does. */
export async function pagesReadAtOnce(): Promise<RequestHandler> {
  const routes = await Promise.all(
    Object.entries(built.routes).map(async ([id, route]) => [id, { ...route, module: await route.module() }] as const),
  );
  return production({ ...built, routes: Object.fromEntries(routes) });
}
