import assets from "virtual:remix/server-manifest";
import type { ServerBuild } from "@remix-run/cloudflare";
import { createRequestHandler } from "@remix-run/cloudflare-pages";
import remixConfig from "../remix.config.js";
import * as entryServer from "./entry.server";
import type { PortalEnv } from "./http/environment.server";
import type { PortalRequest } from "./http/portalRequest.server";
import { redirectAsJson } from "./http/redirectAsJson.server";
import { noteRoute } from "./integrations/log.server";
import { lazyRouteModules } from "./lazyRouteModules";
import { pages } from "./pages";
import { isRouteFault } from "./remixInternals";
import { faultMessage } from "./requestId";

type Flags = ServerBuild["future"];
type RouteModule = ServerBuild["routes"][string]["module"];

const files = import.meta.glob<RouteModule>(["./root.tsx", "./routes/*.{ts,tsx}", "./routes/*/route.tsx"]);

/** Remix names a route after its file or folder, e.g. `routes/_app.orders._index`. */
const modules = Object.fromEntries(
  Object.entries(files).map(([file, read]) => [file.replace(/^\.\/|(\/route)?\.tsx?$/g, ""), read]),
);

/** Those that are on: each page repeats them. */
const flags: Partial<Flags> = Object.fromEntries(Object.entries({ ...remixConfig.future }).filter(([, on]) => on));

const handlerFor = lazyRouteModules(
  {
    mode: "production",
    assets,
    entry: { module: entryServer },
    future: flags as Flags,
    isSpaMode: false,
    publicPath: "/",
    assetsBuildDirectory: "build/client",
  },
  modules,
  (build) =>
    createRequestHandler<PortalEnv>({
      build,
      mode: "production",
      getLoadContext: ({ context }) => ({ portal: context.cloudflare.data.portal as PortalRequest }),
    }),
);

/** Answers every request that no other handler takes: pages and actions, through Remix. */
export async function answerPage(portal: PortalRequest): Promise<Response> {
  const handler = await handlerFor(portal.request.url, (id) => noteRoute(pages[id]?.path || "/*"));
  const response = await handler({ request: portal.request, env: portal.env, data: { portal } } as never);
  if (isRouteFault(response))
    return new Response(JSON.stringify({ message: faultMessage(portal.ctx.requestId) }), response);
  return redirectAsJson(portal.request, response);
}
