/**
 * The Remix options, read by vite.config.ts and app/answerPage.ts.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ignoredRouteFiles: ["**/*.test.*", "**/.*"],
  serverModuleFormat: "esm",
  // Remix's own build, which imports every route. Only tests use it: index.js is the Worker, app/entry.pages.ts.
  serverBuildFile: "pages.js",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Off: the manifest is one immutable file, and discovery asked the Worker for every new address on a page.
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: false,
    // Off: renderToString without single fetch gave 3.3 times the pages per second.
    v3_singleFetch: false,
  },
};
