import * as build from "virtual:remix/server-build";
import { createRequestHandler } from "@remix-run/cloudflare-pages";
import type { PortalEnv } from "./http/environment.server";
import type { PortalRequest } from "./http/portalRequest.server";
import { redirectAsJson } from "./http/redirectAsJson.server";
import { lazyRoutes } from "./lazyRoutes";

const handlerFor = lazyRoutes(build, (loaded) =>
  createRequestHandler<PortalEnv>({
    build: loaded,
    mode: "production",
    getLoadContext: ({ context }) => ({ portal: context.cloudflare.data.portal as PortalRequest }),
  }),
);

/** Answers every request that no other handler takes: pages and actions, through Remix. */
export async function answerPage(portal: PortalRequest): Promise<Response> {
  const handler = await handlerFor(portal.request.url);
  const response = await handler({ request: portal.request, env: portal.env, data: { portal } } as never);
  return redirectAsJson(portal.request, response);
}
