import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Locator, type Page } from "@playwright/test";
import { arrivedAtSuccess, CARDS, payButton, quantity, SEEDED } from "../support/checkoutSteps";
import { mailThat, seriousFindings, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const SERVICE = "Guest Posts by Domain Authority";
const HIDDEN = "White-Label Retainer";
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Counts what a buyer does: a tap for each click, a key for each character and each Tab. */
function counted(page: Page) {
  const count = { taps: 0, keys: 0 };
  return {
    count,
    async tap(target: Locator) {
      count.taps++;
      await target.click();
    },
    async type(text: string) {
      count.keys += text.length;
      await page.keyboard.type(text);
    },
    async next() {
      count.keys++;
      await page.keyboard.press("Tab");
    },
  };
}

test("a referred stranger buys in 8 taps and 60 keys and earns a commission", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  // As the edge names the visitor's country.
  await page.setExtraHTTPHeaders({ "CF-IPCountry": "US" });
  await page.goto("/r/AFF2026");
  await expect(page).toHaveURL("/shop");
  await page.getByRole("link", { name: SERVICE }).click();
  await expect(page).toHaveURL("/shop/guest-posts-by-domain-authority");
  await expect(title(page)).toHaveText(SERVICE);
  await expect(page.getByText("From $90.00", { exact: true })).toBeVisible();

  const { count, tap, type, next } = counted(page);
  const email = `${crypto.randomUUID().slice(0, 4)}@x.io`;
  await tap(page.getByRole("link", { name: "Order DA 30+" }));
  if (script) await expect(page.getByLabel("Card number")).toBeVisible();
  await expect(payButton(page)).toHaveText(/ \$140\.00( a month)?$/);
  await expect(page.getByLabel("Country")).toHaveValue("United States");
  await tap(page.getByLabel("First name"));
  await type("Ada");
  await tap(page.getByLabel("Last name"));
  await type("Lee");
  await next();
  await type(email);
  await tap(page.getByLabel("Address"));
  await type("1 Elm");
  await next();
  await type("Rome");
  await tap(page.getByLabel("Postal/Zip Code"));
  await type("97301");
  if (!script) await tap(payButton(page));
  await tap(page.getByLabel("Card number"));
  await type(CARDS.good);
  await next();
  await type("1234");
  await next();
  await type("123");
  await tap(payButton(page));
  const { number } = await arrivedAtSuccess(page);
  console.log(`New buyer, script ${script ? "on" : "off"}: ${count.taps} taps, ${count.keys} keys`);
  expect(count.taps).toBeLessThanOrEqual(8);
  expect(count.keys).toBeLessThanOrEqual(60);

  // Signed in, without a password: the receipt's link sets one.
  await page.goto("/orders");
  await expect(page.getByRole("table", { name: "Orders" }).getByRole("row").filter({ hasText: number })).toBeVisible();
  const receipt = await mailThat(email, ({ subject }) => subject === `Receipt for order ${number}`);
  await page.goto(/http\S+\/password\/reset\/[\w-]+/.exec(receipt.text)![0]);
  await expect(page.locator("input[name=password]")).toBeVisible();

  const staff = await (await anotherBrowser()).newPage();
  await signInAs(staff, SEEDED.manager, `/commissions?orderId=${number}`);
  const rows = staff.getByRole("table", { name: "Commissions" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
});

test("public answers name no hidden service, and the shop passes the audit", async ({ page, request }) => {
  const shown = await (await request.get("/shop/guest-posts-by-domain-authority")).text();
  const [checkout = ""] = /\/services\/[\w-]+\/checkout/.exec(shown) ?? [];
  expect(checkout).not.toBe("");
  for (const address of [
    "/shop",
    "/shop?name=white",
    "/shop/niche-edits",
    "/shop/guest-posts-by-domain-authority",
    checkout,
    `${checkout}?packages=white-label-retainer:2&coupon=WHITE`,
    "/services",
    "/signup",
    "/developers",
    "/api/openapi.json",
    "/api/service/visible",
    "/api/service/dropDown",
    "/sitemap.xml",
    "/robots.txt",
    "/embed.js",
    "/embed/niche-edits",
    "/signin",
  ])
    expect(await (await request.get(address)).text(), address).not.toContain(HIDDEN);
  for (const address of ["/shop/white-label-retainer", "/embed/white-label-retainer"])
    expect((await request.get(address)).status()).toBe(404);
  await page.goto("/signin");
  await page.getByRole("link", { name: "See our services" }).click();
  await expect(title(page)).toHaveText("Explore Our Services");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Niche Edits" }).click();
  await expect(title(page)).toHaveText("Niche Edits");
  expect(await seriousFindings(page)).toEqual([]);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/shop\/niche-edits$/);
});

test("a link chooses packages and says what it could not use", async ({ page }) => {
  await page.goto("/shop/guest-posts-by-domain-authority");
  const checkout = await page.getByRole("link", { name: "Buy Now" }).getAttribute("href");
  await page.goto(`${checkout}?packages=da-30:5,da-99:2&type=one-time&ref=AFF2026&utm_source=mail`);
  await expect(page).toHaveURL(/\?packages=da-30%3A5%2Cda-99%3A2&type=one-time&utm_source=mail$/);
  await expect(quantity(page, "DA 30+")).toHaveValue("5");
  await expect(quantity(page, "DA 20+")).toHaveValue("0");
  await expect(page.getByText("This link has values that we could not use: package “da-99”.")).toBeVisible();
  await page.goto(`${checkout}?ref=nobody-here`);
  await expect(page.getByText("referral code “nobody-here”")).toBeVisible();
});

test("staff and affiliates build links that the checkout follows", async ({
  page,
  anotherBrowser,
  javaScriptEnabled: script,
}) => {
  const address = page.getByLabel("Address");
  const show = async (where = page) => {
    if (!script) await where.getByRole("button", { name: "Show link" }).click();
  };
  await signInAs(page, SEEDED.manager, "/services?name=Guest+Posts+by");
  await page.getByRole("link", { name: SERVICE, exact: true }).click();
  await page.getByRole("link", { name: "Copy link" }).click();
  await page.getByLabel("Quantity of DA 30+").fill("5");
  await page.getByLabel("Campaign (utm_campaign)").fill("spring");
  await show();
  await expect(address).toHaveValue(/\/services\/[\w-]+\/checkout\?packages=da-30:5&utm_campaign=spring$/);
  await page.getByLabel("Quantity of DA 50+").fill("two");
  await show();
  await expect(page.getByText("Enter a whole number up to 100,000")).toBeVisible();
  await page.getByLabel("Quantity of DA 50+").fill("2");
  await show();
  await expect(address).toHaveValue(/packages=da-30:5,da-50:2&/);
  const built = await address.inputValue();

  const affiliate = await (await anotherBrowser()).newPage();
  await signInAs(affiliate, SEEDED.affiliate, "/affiliate");
  await affiliate.getByRole("link", { name: "Build a link" }).click();
  await affiliate.getByLabel("Service", { exact: true }).selectOption({ label: SERVICE });
  await show(affiliate);
  await affiliate.getByLabel("Quantity of DA 30+").fill("1");
  await show(affiliate);
  await expect(affiliate.getByLabel("Address")).toHaveValue(/\?packages=da-30:1&ref=AFF2026$/);

  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(built);
  await expect(quantity(visitor, "DA 30+")).toHaveValue("5");
  await expect(quantity(visitor, "DA 50+")).toHaveValue("2");
});

/** Another website, on an address of its own: a page that the browser is only told about may load nothing from here. */
async function aSite(body: string) {
  const server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(body));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

test("staff name a site, which then shows a service's card @script", async ({ page, baseURL, anotherBrowser }) => {
  await using site = await aSite(
    `<h1>Their page</h1><script src="${baseURL}/embed.js" data-service="niche-edits"></script>`,
  );
  await signInAs(page, SEEDED.superAdmin, "/settings/shop");
  await page.getByLabel("Sites that may embed a card").fill("http://example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter an address such as https://www.example.com").first()).toBeVisible();
  await page.getByLabel("Sites that may embed a card").fill(site.origin);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Updated successfully")).toBeVisible();
  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(site.origin);
  await expect(visitor.locator("iframe")).toHaveAttribute("sandbox", /^allow-popups /);
  const card = visitor.frameLocator("iframe");
  await expect(card.getByRole("heading", { name: "Niche Edits" })).toBeVisible();
  await expect(card.getByRole("link", { name: "Order now" })).toHaveAttribute("href", /\/checkout$/);
});
