import type { Plugin } from "vite";
import remixConfig from "../remix.config.js";

type Flag = "v3_singleFetch" | "v3_lazyRouteDiscovery";

/** Modules of @remix-run/react by the flag without which a browser never runs them, and what takes their place. */
const standIns: Record<string, { flag: Flag; code: string }> = {
  "single-fetch.js": {
    flag: "v3_singleFetch",
    code: `const off = () => { throw new Error("Single fetch is off"); };
export { off as StreamTransfer, off as decodeViaTurboStream, off as getSingleFetchDataStrategy, off as singleFetchUrl };`,
  },
  "fog-of-war.js": {
    flag: "v3_lazyRouteDiscovery",
    code: `export const isFogOfWarEnabled = () => false;
export const getPartialManifest = (manifest) => manifest;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => undefined;`,
  },
};

const remixReact = "/@remix-run/react/dist/esm/";

/**
 * Leaves out what Remix sends to browsers for flags that are off in remix.config.js: 3.7 kB of every page after gzip. A
 * link or form then needs no mark for route discovery, which is 21 bytes of HTML each.
 */
export const browserStandIns = (): Plugin => ({
  name: "browser-stand-ins",
  apply: "build",
  enforce: "pre",
  load(id, { ssr } = {}) {
    const standIn = standIns[id.split(remixReact)[1] ?? ""];
    return standIn && !ssr && !remixConfig.future?.[standIn.flag] ? standIn.code : undefined;
  },
  transform(code, id) {
    if (!id.endsWith(`${remixReact}components.js`) || remixConfig.future?.v3_lazyRouteDiscovery) return;
    return { code: code.replaceAll('discover = "render"', 'discover = "none"'), map: null };
  },
});
