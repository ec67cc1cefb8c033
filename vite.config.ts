import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { brand } from "./app/brand";
import remixConfig from "./remix.config.js";
import { browserStandIns } from "./scripts/browserStandIns";
import { commonChunks } from "./scripts/commonChunks";
import { compactManifest } from "./scripts/compactManifest";
import { themeTokens } from "./scripts/css/themeTokens";
import { iconSprite } from "./scripts/iconSprite";
import { serverStandIns } from "./scripts/serverStandIns";
import { onlyUsedStripeResources } from "./scripts/stripeResources";
import { webFontFolder } from "./scripts/webFonts";

/** Remix allows no second entry of the server's build in its options. */
const worker: Plugin = {
  name: "worker",
  apply: "build",
  buildStart() {
    this.emitFile({ type: "chunk", id: "app/entry.pages.ts", fileName: "index.js" });
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    serverStandIns(),
    browserStandIns(),
    onlyUsedStripeResources(),
    iconSprite(),
    remix(remixConfig),
    compactManifest(),
    isSsrBuild && worker,
  ],
  css: { postcss: { plugins: [themeTokens(brand, new URL("./app", import.meta.url).pathname)] } },
  resolve: {
    alias: {
      "~": new URL("./app", import.meta.url).pathname,
      "~db": new URL("./db", import.meta.url).pathname,
      "~fonts": webFontFolder,
    },
  },
  ssr: {
    // Without these the Node build of `stripe` is bundled, which hangs on a refused connection in workerd.
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
    target: "webworker",
    noExternal: true,
  },
  esbuild: isSsrBuild ? { legalComments: "none" } : {},
  build: {
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    // What ships is the server's build as it lies there. Terser's scripts for the browser are 2.5 % smaller after gzip.
    minify: "terser",
    rollupOptions: {
      output: isSsrBuild
        ? {
            // What is imported later stays a module of its own, which a start does not read.
            inlineDynamicImports: false,
            hoistTransitiveImports: false,
            chunkFileNames: "[name]-[hash].js",
            experimentalMinChunkSize: 8_000,
          }
        : { manualChunks: commonChunks() },
    },
  },
}));
