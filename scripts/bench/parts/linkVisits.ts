import { Miniflare } from "miniflare";
import { bundleWorker } from "../../../tests/support/bundleWorker";
import { abba } from "../abba";
import { processorTime } from "../load";
import type { LonePart } from "../part";

const VISITS = 100;
const ROUNDS = 5;

/**
 * Visits one page as the link watch does, looks on it for a link that it has not, or visits it with a bare fetch and an
 * HTMLRewriter that looks at each link.
 */
const code = `
import { fetchPage } from "./app/domain/linkWatch/fetchPage";
import { judge } from "./app/domain/linkWatch/judge";
import { publicFetch } from "./app/integrations/publicFetch.server";
const address = "https://blog.example.com/post";
const wanted = { liveUrl: address, targetUrl: "https://client.example.org/shoes", anchorText: "Shoes", relWanted: "any" };
const stored = { text: "User-agent: *\\nDisallow: /admin", readAt: Date.now() };
const robots = { get: async () => stored, put: async () => {} };
async function bare() {
  let found = false;
  const answer = await fetch(address, { redirect: "manual" });
  await new HTMLRewriter()
    .on("a", { element: (link) => void (found ||= link.getAttribute("href") === wanted.targetUrl) })
    .transform(answer)
    .arrayBuffer();
  return found;
}
const watch = (wanted, verdict) => async () => {
  const { look } = await fetchPage({ send: publicFetch, robots, userAgent: "bench", now: Date.now() }, address, wanted);
  return judge(wanted, look) === verdict;
};
const visits = {
  "/bare": bare,
  "/watched": watch(wanted, "ok"),
  "/lost": watch({ ...wanted, targetUrl: "https://client.example.org/boots", anchorText: "Boots" }, "missing"),
};
export default {
  async fetch(request) {
    const visit = visits[new URL(request.url).pathname];
    for (let at = 0; at < ${VISITS}; at++) if (!(await visit())) return new Response("Another verdict", { status: 500 });
    return new Response("done");
  },
};`;

/** A page of 60 kB with 300 links, ours among the last. */
const outside = `
const other = Array.from({ length: 300 }, (_, at) => '<p>Some words about it, <a href="/page-' + at + '">page ' + at + "</a>, " + "and more ".repeat(15) + "</p>").join("\\n");
const page = "<!doctype html><title>Post</title>" + other + '<p><a href="https://client.example.org/shoes">Shoes</a></p>';
export default { fetch: () => new Response(page, { headers: { "Content-Type": "text/html" } }) };`;

/** P14: visits of the link watch. The pause between two visits of one site is left out. */
export const linkVisitsPart: LonePart = {
  ids: ["P14"],
  async measure() {
    const worker = (name: string, script: string, rest = {}) => ({
      name,
      modules: true,
      script,
      compatibilityDate: "2026-04-24",
      compatibilityFlags: ["nodejs_compat"],
      ...rest,
    });
    const miniflare = new Miniflare({
      cf: false,
      workers: [
        worker("visitor", await bundleWorker(code), { outboundService: "outside" }),
        worker("outside", outside),
      ],
    } as never);
    try {
      await miniflare.ready;
      const visitor = await miniflare.getWorker("visitor");
      const visit = async (path: string) => {
        const answer = await visitor.fetch(`http://visitor${path}`);
        if (!answer.ok) throw new Error(await answer.text());
      };
      const each = (path: string) => async () => (await processorTime(() => visit(path))) / VISITS;
      const watched = await abba(each("/bare"), each("/watched"), ROUNDS);
      const lost = await abba(each("/bare"), each("/lost"), ROUNDS);
      return [
        {
          id: "P14",
          what: "Visits of the link watch, the link as agreed",
          against: "processor time of a bare fetch with HTMLRewriter",
          value: watched.ratio,
          unit: "x",
          atLeast: 0.6,
          note: `${watched.a.toFixed(1)} over ${watched.b.toFixed(1)} ms`,
        },
        {
          id: "P14",
          what: "The same, the link gone: the page is read twice",
          against: "the same",
          value: lost.ratio,
          unit: "x",
          note: `${lost.a.toFixed(1)} over ${lost.b.toFixed(1)} ms`,
        },
      ];
    } finally {
      await miniflare.dispose();
    }
  },
};
