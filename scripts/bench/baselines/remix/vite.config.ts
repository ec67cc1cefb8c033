import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "../../../../remix.config.js";

/** P3 and P8: a Remix app with the portal's options and a single route. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [remix({ ...remixConfig, appDirectory: "app", buildDirectory: "../../../../.bench/remix" })],
  ssr: {
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
    target: "webworker",
    noExternal: true,
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
