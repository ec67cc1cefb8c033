import { answerPortal } from "./http/answerPortal.server";
import type { PortalEnv } from "./http/environment.server";

let page: typeof import("./answerPage") | undefined;

/** The Worker of the Pages project: everything but static assets comes through here. */
export default {
  fetch: (request, env, context) =>
    answerPortal(
      request as unknown as Request,
      env,
      (work) => context.waitUntil(work),
      // React, Remix and every page: not read by a call of the API, nor by a start.
      async (portal) => {
        page ??= await import("./answerPage");
        return await page.answerPage(portal);
      },
    ) as never,
} satisfies ExportedHandler<PortalEnv>;
