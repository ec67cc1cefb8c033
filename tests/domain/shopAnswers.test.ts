import type { Product, WithContext } from "schema-dts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "~/domain/context";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { ShopInput } from "~/domain/settings/shopInput";
import { productData } from "~/features/catalogue/productData";
import { shopAnswer } from "~/http/shopAnswers.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aService } from "../support/factories";
import { productProblems, sitemapProblems } from "../support/publishedSchemas";
import { testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await aService(database.db, { name: "Guest Posts <b>", slug: "guest-posts" }, [{ price: 120_00 }, { price: 90_50 }]);
  await aService(database.db, { name: "Heron Hidden", slug: "heron-hidden", visible: false });
  await aService(database.db, { name: "Heron Unlisted", slug: "heron-unlisted", listedInShop: false });
  await aService(database.db, { name: "Heron Unfinished", slug: "heron-unfinished" }, []);
});
afterAll(() => database.dispose());

const withShop = (values: object) =>
  testContext(database.db, undefined, { settings: { ...defaultSettings, shop: { open: true, sites: [], ...values } } });
const ask = async (path: string, ctx: Context = withShop({})) => {
  const response = await shopAnswer(ctx, new URL(path, ctx.siteUrl), "n0nce");
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("the sitemap follows sitemaps.org's schema and lists the shop alone", async () => {
  const ctx = withShop({});
  const { headers, text } = await ask("/sitemap.xml", ctx);
  expect(headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  expect(await sitemapProblems(text)).toEqual([]);
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toEqual(["/shop", "/shop/guest-posts"].map((path) => ctx.siteUrl + path));
});

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
test.each([
  "<urlset><url><loc>https://a.example/</loc></url></urlset>",
  `<urlset xmlns="${NAMESPACE}"></urlset>`,
  `<urlset xmlns="${NAMESPACE}"><url><loc>/shop</loc></url></urlset>`,
  `<urlset xmlns="${NAMESPACE}"><url><link>https://a.example/</link></url></urlset>`,
  `<urlset xmlns="${NAMESPACE}"><url><loc>https://a.example/?a&b</loc></url></urlset>`,
])("the sitemap's schema refuses %s", async (xml) => {
  expect(await sitemapProblems(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)).not.toEqual([]);
});

const shown = {
  service: { name: "Guest Posts" },
  packages: [
    { name: "DA 30+", price: 90_50 },
    { name: "DA 50+", price: 120_00 },
  ],
  brand: "Portal",
  description: "Articles",
  url: "https://a.example/shop/guest-posts",
  image: "https://a.example/files/a.png",
};

test("prices for search engines follow schema.org and Google's rules", async () => {
  // The types are the vocabulary of schema.org.
  const data: WithContext<Product> = productData(shown);
  expect(await productProblems(data)).toEqual([]);
  expect(productData(shown).offers).toMatchObject([
    { name: "DA 30+", price: "90.50", priceCurrency: "USD" },
    { name: "DA 50+", price: "120.00", priceCurrency: "USD" },
  ]);
});

test.each([
  ["no name", { name: "" }, /"name" is missing/],
  ["no offers", { offers: undefined }, /offers/],
  ["a price with a sign", { offers: [{ "@type": "Offer", price: "$90.50" }] }, /price/],
  ["no picture", { image: undefined }, /"image" is missing/],
] as const)("Google's rules refuse a product with %s", async (_, wrong, problem) => {
  const problems = await productProblems({ ...productData(shown), ...wrong } as never);
  expect(problems).toContainEqual(expect.stringMatching(problem));
});

test("robots.txt opens the shop and closes the rest", async () => {
  const ctx = withShop({});
  const { text } = await ask("/robots.txt", ctx);
  expect(text).toContain("Allow: /shop\n");
  expect(text).toContain("Disallow: /\n");
  expect(text).toContain(`Sitemap: ${ctx.siteUrl}/sitemap.xml\n`);
});

test("no answer names a service that is not in the shop", async () => {
  for (const path of ["/sitemap.xml", "/robots.txt", "/embed.js", "/embed/guest-posts"])
    expect((await ask(path)).text).not.toMatch(/heron/i);
  for (const name of ["hidden", "unlisted", "unfinished"]) {
    const { status, text } = await ask(`/embed/heron-${name}`);
    expect([status, text]).toEqual([404, "Not found"]);
  }
});

test("a shop that is off has neither sitemap nor cards", async () => {
  const off = withShop({ open: false });
  for (const path of ["/sitemap.xml", "/embed/guest-posts"]) expect((await ask(path, off)).status).toBe(404);
  expect((await ask("/robots.txt", off)).text).toBe("User-agent: *\nDisallow: /\n");
});

test("only named sites may frame a card, which runs no script", async () => {
  const policy = async (sites: string[]) =>
    (await ask("/embed/guest-posts", withShop({ sites }))).headers.get("Content-Security-Policy");
  expect(await policy([])).toMatch(/frame-ancestors 'none'$/);
  expect(await policy(["https://www.example.com", "https://b.example:8443"])).toMatch(
    /^default-src 'none'; .*; frame-ancestors https:\/\/www\.example\.com https:\/\/b\.example:8443$/,
  );
});

test("a card shows name and lowest price, escaped", async () => {
  const { text } = await ask("/embed/guest-posts");
  expect(text).toContain("Guest Posts &lt;b&gt;");
  expect(text).toContain("From $90.50");
  expect(text).not.toContain("<script");
});

test.each([
  ["https://www.example.com", ["https://www.example.com"]],
  ["www.Example.com/shop?x\n\nhttps://www.example.com/", ["https://www.example.com"]],
  ["http://localhost:8080", ["http://localhost:8080"]],
  ["https://b.example:8443", ["https://b.example:8443"]],
  ["", []],
])("takes the sites %j", (sites, origins) => {
  expect(ShopInput.parse({ version: 0, sites }).sites).toEqual(origins);
});

test.each([
  "http://www.example.com",
  "*",
  "https://*.example.com",
  "'self'",
  "https://a;b.example",
  "javascript:1",
  "x",
])("refuses the site %s", (sites) => {
  expect(ShopInput.safeParse({ version: 0, sites }).error?.issues[0]?.path).toEqual(["sites"]);
});
