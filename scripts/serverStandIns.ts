import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const htmlparser2 = createRequire(require.resolve("sanitize-html")).resolve("htmlparser2");

const nothing = "\0stand-in:nothing";
const reactDom = "\0stand-in:react-dom";
const charts = "\0stand-in:charts";
const contents: Record<string, string> = {
  [charts]: "export const parseChart = () => undefined;",
  [nothing]: "export default {};",
  // Without a screen there is no update to wait for.
  [reactDom]: "export const flushSync = (update) => update();",
};

/**
 * Replacements for packages that the server's build contains but never runs; a start reads every module's text
 * (rules.md speed/start). `react-dom` is the browser's renderer, sortable and STOMP are used in effects only, `postcss`
 * parses style attributes that the sanitiser forbids, only the parser of `htmlparser2` is needed, its table of entities
 * serves the Markdown parser too, `node:crypto` has the hashes of one-time codes, pages are rendered to text alone, and
 * only the cells of a sheet are read.
 */
const standIns: Record<string, string> = {
  "react-dom": reactDom,
  sortablejs: nothing,
  "@stomp/stompjs": nothing,
  postcss: nothing,
  htmlparser2: htmlparser2.replace(/index\.js$/, "Parser.js"),
  // Of hucre, which then leaves charts out.
  "./chart-reader.mjs": charts,
  entities: createRequire(htmlparser2).resolve("entities/decode"),
  otpauth: require.resolve("otpauth").replace(/cjs$/, "mjs"),
  "react-dom/server": join(
    dirname(require.resolve("react-dom/package.json")),
    "cjs/react-dom-server-legacy.browser.production.min.js",
  ),
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
