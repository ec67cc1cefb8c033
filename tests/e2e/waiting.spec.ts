import { expect, type Page } from "@playwright/test";
import { SEEDED } from "../support/checkoutSteps";
import { signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

/** Holds the requests of the open page for other pages until the returned function is called. */
async function holdPages(page: Page): Promise<() => void> {
  let letThrough!: () => void;
  const waited = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(
    (url) => url.searchParams.has("_data"),
    async (route) => {
      await waited;
      await route.continue();
    },
  );
  return letThrough;
}

const loading = (page: Page) => page.getByRole("status", { name: "Loading" });

test("a loading list shows as many rows and keeps the focus @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders");
  const table = page.getByRole("table", { name: "Orders" });
  const height = (await table.boundingBox())!.height;
  const letThrough = await holdPages(page);
  const header = table.locator("thead a").first();
  await header.press("Enter");
  await expect(loading(page)).toBeVisible();
  await expect(table.locator("tbody .row-link").first()).toHaveCSS("opacity", "0");
  expect((await table.boundingBox())!.height).toBe(height);
  letThrough();
  await expect(page).toHaveURL(/sort=/);
  await expect(loading(page)).toHaveCount(0);
  await expect(table.locator("tbody .row-link").first()).toHaveCSS("opacity", "1");
  await expect(header).toBeFocused();
});

test("a loading catalogue shows five placeholder cards @script", async ({ page }) => {
  await signInAs(page, SEEDED.customer, "/orders");
  const letThrough = await holdPages(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
  await expect(page.locator("main .arriving > li")).toHaveCount(5);
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeHidden();
  letThrough();
  await expect(page.getByRole("heading", { level: 1, name: "Explore Our Services" })).toBeVisible();
  await expect(page.locator("main .arriving")).toHaveCount(0);
});

test("the catalogue's cards stand where their placeholders stood @script", async ({ page }) => {
  await signInAs(page, SEEDED.customer, "/services");
  const top = async (cards: string) => (await page.locator(cards).first().boundingBox())!.y;
  const settled = await top("main .catalogue > li");
  await page.goto("/orders");
  const letThrough = await holdPages(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
  await expect(page.locator("main .arriving > li")).toHaveCount(5);
  expect(Math.abs((await top("main .arriving > li")) - settled)).toBeLessThanOrEqual(2);
  letThrough();
  await expect(page.locator("main .arriving")).toHaveCount(0);
});

test("a list of staff shows placeholders where its rows will stand @script", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/orders");
  for (const [name, left] of [
    ["Clients", "/orders"],
    ["Coupons", "/orders"],
    ["Orders", "/clients"],
  ] as const) {
    await page.goto(left);
    const letThrough = await holdPages(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
    const waiting = page.locator("main .arriving");
    await expect(waiting.locator("h1")).toHaveText(name);
    const before = (await waiting.locator("tbody tr").first().boundingBox())!;
    letThrough();
    await expect(waiting).toHaveCount(0);
    const after = (await page.locator("main .table tbody tr").first().boundingBox())!;
    expect(Math.abs(after.y - before.y), name).toBeLessThanOrEqual(4);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});
