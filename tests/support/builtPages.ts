import { resolve } from "node:path";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { lazyRouteModules } from "~/lazyRouteModules";

/** The production build of Remix, with every route module. The types are checked without it. */
export const built: ServerBuild = await import(resolve("build/server/pages.js"));

const production = (build: ServerBuild) => createRequestHandler(build, "production");

/** The imports of the route modules, as app/answerPage.ts has them. */
export const builtModules = Object.fromEntries(
  Object.entries(built.routes).map(([id, { module }]) => [id, async () => module]),
);

/** Handles page requests with the built portal. Starts with no route module loaded. */
export function builtPages(): RequestHandler {
  const handlerFor = lazyRouteModules(built, builtModules, production);
  return async (request, context) => (await handlerFor(request.url))(request, context);
}

/** The same as plain Remix does it: with every route in one handler. */
export const wholeBuild = (): RequestHandler => production(built);
