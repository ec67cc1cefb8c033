import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { brand } from "./app/brand";
import remixConfig from "./remix.config.js";
import { themeTokens } from "./scripts/css/themeTokens";

export default defineConfig({
  plugins: [remix(remixConfig)],
  css: { postcss: { plugins: [themeTokens(brand, new URL("./app", import.meta.url).pathname)] } },
  resolve: {
    alias: { "~": new URL("./app", import.meta.url).pathname, "~db": new URL("./db", import.meta.url).pathname },
  },
  ssr: {
    // Without these the Node build of `stripe` is bundled, which hangs on a refused connection in workerd.
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
    target: "webworker",
    noExternal: true,
  },
  build: {
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    // Small modules travel together: a page of the portal is made of dozens, and each request costs a visitor a turn.
    rollupOptions: { output: { experimentalMinChunkSize: 12_000 } },
  },
});
