import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Visit } from "~/domain/linkWatch/fetchPage";
import { bundleWorker } from "../support/bundleWorker";

/** Visits as the link watch does, with less patience. */
const visitorCode = `
import { fetchPage } from "./app/domain/linkWatch/fetchPage";
import { publicFetch } from "./app/integrations/publicFetch.server";
const robots = { get: async () => undefined, put: async () => {} };
export default {
  async fetch(request) {
    const { address, patienceMs } = await request.json();
    const wanted = { liveUrl: address, targetUrl: "https://client.example.org/", anchorText: "", relWanted: "any" };
    const visit = await fetchPage({ send: publicFetch, robots, userAgent: "test", now: Date.now(), patienceMs }, address, wanted);
    return Response.json({ ...visit, read: visit.read && { size: visit.read.body.byteLength } });
  },
};`;

/** Hosts that mean no good. GET https://log/ answers and empties what was asked. */
const outsideCode = `
let asked = [];
const html = { "Content-Type": "text/html" };
const redirect = (to, status = 302) => new Response("moved", { status, headers: { Location: to } });
const endless = (piece, everyMs) => {
  const stream = new ReadableStream({
    async pull(controller) {
      if (everyMs) await scheduler.wait(everyMs);
      controller.enqueue(piece);
    },
  });
  return new Response(stream, { headers: html });
};
const MEGABYTE = new Uint8Array(1024 * 1024).fill(32);
async function bomb(megabytes, encoding) {
  let left = megabytes;
  const stream = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(MEGABYTE);
      else controller.close();
    },
  }).pipeThrough(new CompressionStream("gzip"));
  return new Response(stream, { headers: { ...html, "Content-Encoding": encoding }, encodeBody: "manual" });
}
export default {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.hostname === "log") return Response.json(asked.splice(0));
    if (url.pathname === "/robots.txt") {
      if (url.hostname === "slow-robots.example") await scheduler.wait(60_000);
      if (url.hostname === "endless-robots.example") return endless(new TextEncoder().encode("Disallow: /x\\n"), 0);
      if (url.hostname === "robots-inside.example") return redirect("http://169.254.169.254/robots.txt");
      return new Response(null, { status: 404 });
    }
    asked.push(request.url);
    switch (url.pathname) {
      case "/to": return redirect(url.searchParams.get("place"));
      case "/chain": {
        const left = Number(url.searchParams.get("left"));
        return left > 0 ? redirect("/chain?left=" + (left - 1) + "&place=" + encodeURIComponent(url.searchParams.get("place"))) : redirect(url.searchParams.get("place"), 308);
      }
      case "/loop": return redirect("/loop");
      case "/nowhere": return new Response(null, { status: 302 });
      case "/senseless": return redirect("http://[not-an-address");
      case "/drip": return endless(new TextEncoder().encode("<p>"), 20);
      case "/silent": await scheduler.wait(60_000); return new Response("late");
      case "/huge": return endless(MEGABYTE, 0);
      case "/gzip": return bomb(1024, "gzip");
      case "/broken-gzip": return new Response("no gzip at all", { headers: { ...html, "Content-Encoding": "gzip" }, encodeBody: "manual" });
      case "/attribute": return endless(new TextEncoder().encode('<a title="' + "x".repeat(100_000)), 0);
      case "/nested": return new Response("<div>".repeat(300_000), { headers: html });
      case "/binary": return new Response(crypto.getRandomValues(new Uint8Array(60_000)), { headers: html });
      case "/link-then-drip": {
        const start = new TextEncoder().encode('<a href="https://client.example.org/">x</a>');
        let sent = false;
        return new Response(new ReadableStream({
          async pull(controller) {
            if (sent) await scheduler.wait(20);
            controller.enqueue(sent ? new TextEncoder().encode(" ") : start);
            sent = true;
          },
        }), { headers: html });
      }
      default: return new Response("<p>Hello</p>", { headers: html });
    }
  },
};`;

let miniflare: Miniflare;
beforeAll(async () => {
  const worker = (name: string, script: string, rest = {}) => ({
    name,
    modules: true,
    script,
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
    ...rest,
  });
  miniflare = new Miniflare({
    cf: false,
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => void [stdout.resume(), stderr.resume()],
    workers: [
      worker("visitor", await bundleWorker(visitorCode), { outboundService: "outside" }),
      worker("outside", outsideCode),
    ],
  } as never);
});
afterAll(() => miniflare.dispose());

async function visit(address: string, patienceMs?: number) {
  const visitor = await miniflare.getWorker("visitor");
  const answer = await visitor.fetch("http://visitor/", {
    method: "POST",
    body: JSON.stringify({ address, patienceMs }),
  });
  const outside = await miniflare.getWorker("outside");
  const asked = (await (await outside.fetch("http://log/")).json()) as string[];
  return { ...((await answer.json()) as Visit & { read: { size: number } | null }), asked };
}

/** Addresses of private systems in every notation, and addresses that are none of the web's. */
const hostile = [
  "http://localhost/",
  "http://localhost./",
  "http://a.localhost/",
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://①②⑦.0.0.1/",
  "http://0.0.0.0/",
  "http://10.0.0.1/",
  "http://172.16.5.4/",
  "http://172.31.255.255/",
  "http://192.168.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://198.18.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fd12:3456::1]/",
  "http://printer/",
  "http://nas.local/",
  "http://vault.internal/",
  "http://router.home.arpa/",
  "https://user:password@site.example/",
  "ftp://site.example/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
];

test.each(hostile)("never asks %s, also as the end of redirects", async (address) => {
  expect(await visit(address)).toMatchObject({ look: { failure: "blocked", status: null }, asked: [] });
  const place = encodeURIComponent(address);
  const first = `https://site.example/to?place=${place}`;
  expect(await visit(first)).toMatchObject({ look: { failure: "blocked" }, asked: [first] });
  const { look, asked } = await visit(`https://site.example/chain?left=3&place=${place}`);
  expect(look.failure).toBe("blocked");
  expect(asked).toHaveLength(4);
  expect(asked.every((url) => url.startsWith("https://site.example/chain"))).toBe(true);
});

test("the list has more than 25 hostile addresses", () => {
  expect(hostile.length).toBeGreaterThan(25);
});

test("follows five redirects and no sixth", async () => {
  const place = encodeURIComponent("https://end.example/");
  expect(await visit(`https://site.example/chain?left=4&place=${place}`)).toMatchObject({
    look: { failure: null, status: 200, finalUrl: "https://end.example/" },
  });
  const sixth = await visit(`https://site.example/chain?left=5&place=${place}`);
  expect(sixth.look.failure).toBe("server_error");
  expect(sixth.asked).toHaveLength(6);
  expect((await visit("https://site.example/loop")).asked).toHaveLength(6);
});

test.each([
  ["/nowhere", { failure: null, status: 302 }],
  ["/senseless", { failure: "server_error" }],
  ["/broken-gzip", { failure: "server_error" }],
])("ends at %s without a page", async (path, look) => {
  expect((await visit(`https://site.example${path}`)).look).toMatchObject(look);
});

test.each(["/drip", "/silent"])("gives up %s when its time ends", async (path) => {
  const { look, ms } = await visit(`https://site.example${path}`, 400);
  expect(look).toMatchObject({ failure: "timeout", page: null });
  expect(ms).toBeLessThan(3_000);
});

test("a slow robots.txt uses up the same time", async () => {
  expect(await visit("https://slow-robots.example/", 400)).toMatchObject({ look: { failure: "timeout" }, asked: [] });
});

test("a robots.txt may neither be endless nor lead inside", async () => {
  expect((await visit("https://endless-robots.example/")).look.status).toBe(200);
  expect((await visit("https://robots-inside.example/")).look.status).toBe(200);
});

test("a link that was seen counts, however slow the rest is", async () => {
  const { look } = await visit("https://site.example/link-then-drip", 400);
  expect(look).toMatchObject({ failure: null, page: { toTarget: { anchor: "x" } } });
});

test.each(["/huge", "/gzip"])("reads 2 MB of %s and no more", async (path) => {
  const { look, read } = await visit(`https://site.example${path}`);
  expect(read!.size).toBe(2 * 1024 * 1024);
  expect(look.page).toMatchObject({ truncated: true, toTarget: null });
});

test.each(["/attribute", "/nested", "/binary"])("survives %s", async (path) => {
  const { look } = await visit(`https://site.example${path}`);
  expect(look.page?.toTarget ?? null).toBeNull();
  expect(await visit("https://site.example/")).toMatchObject({ look: { status: 200, failure: null } });
});
