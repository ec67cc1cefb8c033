import type { ServerBuild } from "@remix-run/cloudflare";
import remixConfig from "../../remix.config.js";

interface BuiltRoute {
  module: unknown;
  path?: string;
  parentId?: string;
}

/** A server build of some routes, from the sources. */
export async function buildOf(modules: Record<string, BuiltRoute>): Promise<ServerBuild> {
  const of = (more: object) =>
    Object.fromEntries(
      Object.entries(modules).map(([id, { module, ...place }]) => [id, { id, ...place, module, ...more }]),
    );
  const assets = { entry: { module: "/entry.js", imports: [] }, routes: of({ module: "/route.js", hasLoader: true }) };
  return {
    mode: "production",
    entry: { module: await import("../../app/entry.server") },
    routes: of({}),
    assets: { ...assets, url: "/manifest.js", version: "1" },
    future: remixConfig.future,
    isSpaMode: false,
    publicPath: "/",
    assetsBuildDirectory: "build/client",
  } as unknown as ServerBuild;
}
