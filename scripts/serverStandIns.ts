import { createRequire } from "node:module";
import type { Plugin } from "vite";

const nothing = "\0stand-in:nothing";
const reactDom = "\0stand-in:react-dom";
const contents: Record<string, string> = {
  [nothing]: "export default {};",
  // Without a screen there is no update to wait for.
  [reactDom]: "export const flushSync = (update) => update();",
};

/**
 * Replacements for packages that the server's build contains but never runs; a start reads every module's text
 * (rules.md speed/start). `react-dom` is the browser's renderer, sortable and STOMP are used in effects only, `postcss`
 * parses style attributes that the sanitiser forbids, and only the parser of `htmlparser2` is needed.
 */
const standIns: Record<string, string> = {
  "react-dom": reactDom,
  sortablejs: nothing,
  "@stomp/stompjs": nothing,
  postcss: nothing,
  htmlparser2: createRequire(createRequire(import.meta.url).resolve("sanitize-html"))
    .resolve("htmlparser2")
    .replace(/index\.js$/, "Parser.js"),
};

export const serverStandIns = (): Plugin => ({
  name: "server-stand-ins",
  apply: "build",
  enforce: "pre",
  resolveId(id, _importer, { ssr }) {
    return ssr ? standIns[id] : undefined;
  },
  load(id) {
    return contents[id];
  },
});
