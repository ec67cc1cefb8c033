import * as build from "../build/server/index.js";
import type { doors } from "./entry.server";
import type { PortalEnv } from "./http/environment.server";
import type { PortalRequest } from "./http/portalRequest.server";

// Out of the build, not beside it: imported here they, the rules and the libraries below them would be bundled twice.
const { answerPortal, createRequestHandler } = (build.entry.module as unknown as { doors: typeof doors }).doors;

const pages = createRequestHandler<PortalEnv>({
  build: build as never,
  mode: "production",
  getLoadContext: ({ context }) => ({ portal: context.cloudflare.data.portal as PortalRequest }),
});

/** The Worker of the Pages project: everything but static assets comes through here. */
export default {
  fetch: (request, env, context) =>
    answerPortal(
      request as unknown as Request,
      env,
      (work) => context.waitUntil(work),
      (portal) => pages({ request: portal.request, env, data: { portal } } as never),
    ) as never,
} satisfies ExportedHandler<PortalEnv>;
