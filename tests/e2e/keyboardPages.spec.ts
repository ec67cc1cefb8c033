import { expect, type Page } from "@playwright/test";
import { SEEDED, told } from "../support/checkoutSteps";
import { newPerson, signInAs } from "../support/e2e";
import { focus, tabTo, typeInto } from "../support/keyboard";
import { isGate } from "../support/tier";
import { test } from "../support/watchedTest";

/** Pages of staff, those of one kind next to each other. */
const staffPages = [
  "/subscriptions",
  "/clients",
  "/teams",
  "/affiliates",
  "/affiliates/traffic-logs",
  "/commissions",
  "/coupons",
  "/announcements",
  "/creatives",
  "/settings/health",
  "/reports/agents",
  "/reports/clients-comparison",
  "/clients/new",
  "/teams/new",
  "/profile",
  "/profile/two-factor",
  "/affiliates/settings",
  "/commissions/payouts/new",
  "/coupons/new",
  "/announcements/new",
  "/creatives/new",
];

/** Marks what Tab must reach in the main part or the open dialog; radio buttons of one name are one stop. */
const markStops = (page: Page) =>
  page.evaluate(() => {
    const radios = new Set<string>();
    const part =
      document.querySelector("dialog[open], [role=dialog], [role=alertdialog]") ?? document.querySelector("main")!;
    const controls = part.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex='0']",
    );
    for (const control of controls) {
      const isOff =
        control.matches(":disabled, [type=hidden], [tabindex='-1'], [inert] *") || !control.checkVisibility();
      const radio = control.matches("[type=radio]") ? control.getAttribute("name") : null;
      if (isOff || (radio && radios.has(radio))) continue;
      if (radio) radios.add(radio);
      control.dataset.stop = radio ?? "";
    }
  });

const waiting = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-stop]")].map(
      (control) => `${control.tagName} ${control.id || control.textContent?.trim().slice(0, 40)}`,
    ),
  );

/** Tabs through the whole page and expects every control to be reached and to show its focus. */
async function tabThrough(page: Page) {
  await expect(page.locator("main h1")).toBeVisible();
  await markStops(page);
  for (let stops = 0, left = await waiting(page); left.length > 0; stops++) {
    expect(stops, `never reached on ${page.url()}: ${left.join("; ")}`).toBeLessThan(160);
    await page.keyboard.press("Tab");
    const { name, seen } = await focus(page);
    if (name !== "nothing") expect.soft(seen, `the focus on ${name} of ${page.url()} can be seen`).toBe(true);
    left = await page.evaluate(() => {
      const active = document.activeElement;
      if (active instanceof HTMLElement || active instanceof SVGElement) {
        const radio = active.dataset.stop ?? (active.matches("[type=radio]") ? active.getAttribute("name") : null);
        delete active.dataset.stop;
        if (radio)
          for (const one of document.querySelectorAll<HTMLElement>(`[data-stop="${radio}"]`)) delete one.dataset.stop;
      }
      // With script a chart's bars are one Tab stop; arrow keys move between them.
      return [...document.querySelectorAll<HTMLElement>("[data-stop]:not([tabindex='-1'])")].map(
        (control) => `${control.tagName} ${control.id || control.textContent?.trim().slice(0, 40)}`,
      );
    });
  }
}

test("staff: Tab reaches every control and shows the focus @script", async ({ page }) => {
  test.setTimeout(400_000);
  await signInAs(page, SEEDED.superAdmin);
  for (const path of isGate ? staffPages.filter((_, at) => at % 4 === 1) : staffPages) {
    await page.goto(path);
    await tabThrough(page);
  }
  await page.goto(`/clients?email=${SEEDED.customer.email}`);
  await page.locator("main a.row-link").first().click();
  await expect(page.getByRole("heading", { name: "Client information" })).toBeVisible();
  const client = page.url();
  for (const path of [
    client,
    `${client}?tab=subscriptions`,
    `${client}/statement`,
    `${client}/edit`,
    `${client}/affiliate`,
  ]) {
    await page.goto(path);
    await tabThrough(page);
  }
});

test("an affiliate: Tab reaches every control and shows the focus @script", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAs(page, SEEDED.affiliate);
  for (const path of ["/", "/affiliate", "/affiliate?tab=commissions", "/affiliate/payouts", "/creatives"]) {
    await page.goto(path);
    await tabThrough(page);
  }
});

test("a customer: Tab reaches every control and shows the focus @script", async ({ page }) => {
  test.setTimeout(300_000);
  await signInAs(page, SEEDED.customer);
  for (const path of ["/", "/subscriptions/mine", "/profile"]) {
    await page.goto(path);
    await tabThrough(page);
  }
  await page.goto("/subscriptions/mine");
  for (const name of [/^Update card/, /^Cancel subscription/]) {
    const address = await page.getByRole("link", { name }).first().getAttribute("href");
    await page.goto(address!);
    await tabThrough(page);
    await page.goto("/subscriptions/mine");
  }
});

test("manages a client by keyboard alone @script", async ({ page }) => {
  test.setTimeout(150_000);
  const person = newPerson({ firstName: "Kay", lastName: "Board" });
  await signInAs(page, SEEDED.manager, "/clients");
  await tabTo(page, page.getByRole("link", { name: "New Client" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "New Client" })).toBeVisible();
  await typeInto(page, page.getByLabel("First name"), person.firstName);
  await typeInto(page, page.getByLabel("Last name"), person.lastName);
  await typeInto(page, page.getByLabel("Email"), person.email);
  await page.keyboard.press("Enter");
  await told(page, `Invitation sent to ${person.email}`);

  const status = page.getByLabel("Status", { exact: true });
  await tabTo(page, status);
  await page.keyboard.type("Inactive");
  await expect(page.getByRole("heading", { level: 1, name: /Kay Board Inactive/ })).toBeVisible();

  const add = page.getByRole("link", { name: "Add note" });
  await tabTo(page, add);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByRole("textbox"), "Written by keyboard");
  await tabTo(page, dialog.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Written by keyboard")).toBeVisible();

  await tabTo(page, page.getByRole("button", { name: "Login as User" }));
  await page.keyboard.press("Enter");
  const back = page.getByRole("button", { name: "Back to Admin" });
  await expect(back).toBeVisible();
  await tabTo(page, back);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /Kay Board/ })).toBeVisible();
});
