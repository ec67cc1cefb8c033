/**
 * The Remix options, read by vite.config.ts: Vite ignores this file, so it is imported there and nowhere else.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ignoredRouteFiles: ["**/*.test.*", "**/.*"],
  serverModuleFormat: "esm",
  // index.js is the Worker, app/entry.pages.ts.
  serverBuildFile: "pages.js",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: false,
    // Off: renderToString without single fetch gave 3.3 times the pages per second.
    v3_singleFetch: false,
  },
};
