import type { Plugin } from "vite";

const serverBuild = "\0virtual:remix/server-build";

/**
 * Makes the server's build start at app/entry.pages.ts and import route modules on demand (app/lazyRoutes.ts). Remix
 * imports all of them, so a start would evaluate every page.
 */
export function laterRoutes(): Plugin {
  let server = false;
  return {
    name: "later-routes",
    apply: "build",
    configResolved(config) {
      server = Boolean(config.build.ssr);
    },
    buildStart() {
      if (server) this.emitFile({ type: "chunk", id: "app/entry.pages.ts", fileName: "index.js" });
    },
    transform(code, id) {
      if (!server || id !== serverBuild) return;
      let later = 0;
      const changed = code.replace(/import \* as (route\d+) from (".*?");/g, (_, name, file) => {
        later++;
        return `const ${name} = () => import(${file});`;
      });
      const routes = code.match(/\bmodule: route\d+\b/g)?.length ?? 0;
      if (!later || later !== routes) throw new Error(`Remix lists its routes in another way: ${later} of ${routes}`);
      return { code: changed, map: null };
    },
  };
}
