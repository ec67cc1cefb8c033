import { answerAsset, isAsset } from "./http/answerAsset";
import { answerPortal } from "./http/answerPortal.server";
import type { PortalEnv } from "./http/environment.server";

let page: typeof import("./answerPage") | undefined;

/** The Worker of the Pages project. It serves everything except the icons of `_routes.json`. */
export default {
  fetch: (request, env, context) =>
    (isAsset(request.url)
      ? answerAsset(request as unknown as Request, env)
      : answerPortal(
          request as unknown as Request,
          env,
          (work) => context.waitUntil(work),
          // Imported on first use, so API calls and cold starts do not load React, Remix or any page.
          async (portal) => {
            page ??= await import("./answerPage");
            return await page.answerPage(portal);
          },
        )) as never,
} satisfies ExportedHandler<PortalEnv>;
