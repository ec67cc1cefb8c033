import { createRequire } from "node:module";
import type { Plugin } from "vite";

const nothing = "\0stand-in:nothing";
const reactDom = "\0stand-in:react-dom";
const contents: Record<string, string> = {
  [nothing]: "export default {};",
  // Where there is no screen there is no update to wait for.
  [reactDom]: "export const flushSync = (update) => update();",
};

/**
 * What the server's build takes instead of packages that it holds and never runs: a start reads the text of every
 * module (rules.md speed/start). `react-dom` is the browser's renderer; the server's is `react-dom/server`. Sorting by
 * hand and the socket's client are asked for by effects. The sanitiser parses style attributes with `postcss`, which
 * its allow-list has none of, and wants of `htmlparser2` the parser alone.
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
