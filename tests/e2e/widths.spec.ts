import { expect, type Page } from "@playwright/test";
import { paths } from "~/paths";
import { SEEDED } from "../support/checkoutSteps";
import { newPerson, signInAs } from "../support/e2e";
import { test } from "../support/watchedTest";

const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("long unbroken text wraps in its cell, so every list fits its page", async ({ page }) => {
  const long = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis";
  const person = newPerson({ firstName: long, lastName: long });
  const email = `${"a".repeat(40)}.${person.email}`;
  await signInAs(page, SEEDED.superAdmin, "/clients/new");
  await page.getByLabel("First name").fill(long);
  await page.getByLabel("Last name").fill(long);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Invite client" }).click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(long) })).toBeVisible();
  await page.goto("/clients");
  await expect(page.getByRole("table").getByText(email)).toBeVisible();
  for (const width of [1440, 1280, 1024, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(() => sticksOut(page), `wider than ${width} px by`).toBeLessThanOrEqual(0);
  }
});

test("the subscription list fits with more space between letters", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/subscriptions");
  await expect(page.getByRole("table")).toBeVisible();
  // The spacing of WCAG 1.4.12. A constructed style sheet passes the page's policy.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const spacing = "line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important";
    sheet.replaceSync(`* { ${spacing} } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  for (const width of [1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(() => sticksOut(page), `wider than ${width} px by`).toBeLessThanOrEqual(0);
  }
});

test("a short page does not scroll, and its side bar ends with it", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin, "/teams");
  await expect(page.getByRole("table")).toBeVisible();
  for (const height of [1000, 900]) {
    await page.setViewportSize({ width: 1280, height });
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    await expect.poll(below, `scrolls at ${height} px by`).toBe(0);
  }
});

test("long unbroken names and questions wrap on a service's page", async ({ page, request }) => {
  const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(5);
  const { jwtToken } = await (await request.post("/api/user/signIn", { data: SEEDED.superAdmin })).json();
  const headers = { Authorization: `Bearer ${jwtToken}` };
  const save = async (path: string, data: object) => await (await request.post(path, { data, headers })).json();
  const { _id } = await save("/api/service/serviceDetail", { name: long, paymentTypes: ["DIRECT"] });
  const faqs = [{ question: long, answer: long }];
  const { version } = await save("/api/service/customerInterface", { serviceId: _id, faqs });
  expect(version).toBe(1);
  await signInAs(page, SEEDED.superAdmin, paths.serviceDetails(_id));
  await expect(page.locator(".faq summary")).toHaveText(long);
  for (const width of [1280, 820, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(() => sticksOut(page), `wider than ${width} px by`).toBeLessThanOrEqual(0);
  }
  expect((await request.delete(`/api/service/serviceDetail?id=${_id}`, { headers })).ok()).toBe(true);
});

test("the buttons of a filter bar align with its last field", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin);
  for (const path of ["/orders", "/subscriptions", "/commissions"]) {
    await page.goto(path);
    const bar = page.getByRole("search", { name: "Filters" });
    await expect(bar).toBeVisible();
    for (const width of [1260, 1140, 900, 780, 700]) {
      await page.setViewportSize({ width, height: 720 });
      const below = () =>
        bar.evaluate((form) => {
          const bottoms = (of: string) =>
            [...form.querySelectorAll(of)].map((one) => one.getBoundingClientRect().bottom);
          return Math.max(...bottoms(".filter-actions")) - Math.max(...bottoms(".filter-fields .field"));
        });
      await expect.poll(below, `${path} at ${width} px`).toBeLessThan(8);
    }
  }
});

test("a list prints without controls and names its time zone", async ({ page }) => {
  await signInAs(page, SEEDED.superAdmin);
  await page.goto("/commissions");
  const controls = page.locator(".status-bar, .table-select");
  await expect(controls.first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const control of await controls.all()) await expect(control).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Order ID" })).toBeVisible();
  await expect(page.getByText("Times are UTC")).toBeVisible();
  await expect(page.getByRole("list", { name: "Social links" })).toBeHidden();
});
