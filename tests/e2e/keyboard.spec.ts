import { expect, type Page } from "@playwright/test";
import {
  ADDRESS,
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  payButton,
  quantity,
  SEEDED,
  summary,
  told,
} from "../support/checkoutSteps";
import { clientField } from "../support/clientPicker";
import { newPerson, PASSWORD, signInAs } from "../support/e2e";
import { focus, tabTo, typeInto } from "../support/keyboard";
import { test } from "../support/watchedTest";

async function typeCardByKeyboard(page: Page) {
  await typeInto(page, page.getByLabel("Card number"), CARDS.good);
  await typeInto(page, page.getByLabel("Expiry"), "1234");
  await typeInto(page, page.getByLabel("CVC"), "123");
}

test("buys by keyboard alone @script", async ({ page, expectRefusal }) => {
  expectRefusal(/\/checkout\/success/);
  test.setTimeout(150_000);
  const person = newPerson();
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await expect(page.getByLabel("Card number")).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: /^New to/ }));
  await typeInto(page, page.getByLabel("First name"), person.firstName);
  await typeInto(page, page.getByLabel("Last name"), person.lastName);
  await typeInto(page, page.getByLabel("Email"), person.email);
  await tabTo(page, page.getByRole("button", { name: "More: Quantity of DA 20+" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await expect(quantity(page, "DA 20+")).toHaveValue("2");
  await typeInto(page, quantity(page, "DA 30+"), "10");
  // 2 x $70, and 10 x $110 less 10 %.
  await expect(summary(page)).toContainText("Due today$1,130.00");
  await typeInto(page, page.getByLabel("Address"), ADDRESS.Address);
  await typeInto(page, page.getByLabel("City"), ADDRESS.City);
  await tabTo(page, page.getByLabel("Country"));
  await page.keyboard.type("United States");
  await expect(page.getByLabel("Country")).toHaveValue(/^United States/);
  await typeInto(page, page.getByLabel("Postal/Zip Code"), ADDRESS["Postal/Zip Code"]);
  await typeCardByKeyboard(page);
  await tabTo(page, page.getByRole("button", { name: "Have an account?" }));
  await page.keyboard.press("Enter");
  const signUp = page.getByRole("dialog", { name: "Create your free account" });
  const signIn = page.getByRole("dialog", { name: "Sign In" });
  await expect(signIn.getByLabel("Email")).toBeFocused();
  await tabTo(page, signIn.getByRole("link", { name: /^New to/ }));
  await page.keyboard.press("Enter");
  await expect(signUp.getByLabel("First name")).toBeFocused();
  // Escape returns to where the dialog was opened and keeps the text.
  await page.keyboard.press("Escape");
  await expect(signUp).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Have an account?" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: /^New to/ }));
  await page.keyboard.press("Enter");
  await expect(signUp.getByLabel("First name")).toHaveValue(person.firstName);
  await typeInto(page, signUp.locator("input[name=password]"), "weak");
  await page.keyboard.press("Enter");
  await expect(signUp.locator(".form-errors")).toBeFocused();
  await typeInto(page, signUp.locator("input[name=password]"), PASSWORD);
  await page.keyboard.press("Enter");
  await told(page, "Account created successfully");
  await expect(signUp).toHaveCount(0);
  expect((await focus(page)).name, "the focus after signing up").not.toBe("nothing");

  // The text is kept, the card never is: it has not left the browser.
  await expect(summary(page)).toContainText("Due today$1,130.00");
  await typeCardByKeyboard(page);
  await tabTo(page, payButton(page));
  await page.keyboard.press("Space");
  const order = await arrivedAtSuccess(page);
  expect(await chargesOf(order.id)).toEqual([{ amount: 113_000, status: "succeeded", account: "regular" }]);

  await tabTo(page, page.getByRole("link", { name: "Fill in manually" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "DA 20+" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await expect(page.locator(".form-errors")).toBeFocused();
  for (const name of ["DA 20+", "DA 30+"]) {
    const part = page.getByRole("group", { name });
    await typeInto(page, part.getByLabel("Target URL"), "https://example.com/a");
    await typeInto(page, part.getByLabel("Anchor text"), "any");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await expect(page.locator("main .status").first()).toHaveText("Active");

  await tabTo(page, page.locator("summary", { hasText: "Your account" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Logout" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/signin");
});

test("creates, completes and exports an order by keyboard alone @script", async ({ page }) => {
  test.setTimeout(150_000);
  await signInAs(page, SEEDED.superAdmin);
  await page.goto("/orders");
  await tabTo(page, page.getByRole("link", { name: "Create Order" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Create Order" })).toBeVisible();
  await typeInto(page, clientField(page), "example");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("input[name=clientId]")).toHaveValue(/./);
  await tabTo(page, page.getByLabel("Service", { exact: true }));
  await page.keyboard.type("Guest Post");
  const more = page.getByRole("button", { name: /^More: Quantity of/ }).first();
  await expect(more).toBeVisible();
  await tabTo(page, more);
  await page.keyboard.press("Space");
  await expect(page.getByLabel(/^Quantity of/).first()).toHaveValue("1");
  await typeInto(page, page.getByLabel("Transaction details"), "By keyboard");
  await tabTo(page, page.getByRole("button", { name: "Create", exact: true }));
  await page.keyboard.press("Enter");
  await told(page, "Order created successfully");
  const address = page.url();

  const status = page.getByLabel("Status", { exact: true });
  await tabTo(page, status);
  await page.keyboard.type("Working");
  await expect(status).toHaveValue("Working");
  await tabTo(page, page.getByRole("button", { name: "Save", exact: true }));
  await page.keyboard.press("Enter");
  await told(page, "Order updated successfully");

  await tabTo(page, page.getByRole("link", { name: "Cancel order" }));
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await typeInto(page, question.getByLabel("Reason"), "Asked for by keyboard");
  await tabTo(page, question.getByRole("button", { name: "Cancel order" }));
  await page.keyboard.press("Enter");
  await expect(page.locator("main .status").first()).toHaveText("Cancelled");
  expect(page.url()).toBe(address);

  await page.goto("/orders?status=Cancelled");
  const coming = page.waitForEvent("download");
  await tabTo(page, page.getByRole("button", { name: "Export" }));
  await page.keyboard.press("Enter");
  expect((await coming).suggestedFilename()).toMatch(/^Orders-.*\.xlsx$/);
});

test("creates and applies a coupon by keyboard alone @script", async ({ page, anotherBrowser }) => {
  test.setTimeout(150_000);
  await signInAs(page, SEEDED.manager, "/coupons");
  await tabTo(page, page.getByRole("link", { name: "Add Coupon" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Add Coupon" })).toBeVisible();
  const code = `KEYS${crypto.randomUUID().slice(0, 6)}`.toUpperCase();
  await typeInto(page, page.getByLabel("Code", { exact: false }).first(), code);
  await typeInto(page, page.getByLabel("Discount"), "50");
  await typeInto(page, page.getByRole("searchbox", { name: "Search services" }), "niche");
  await expect(page.getByText("1 service found")).toBeVisible();
  // Enter in a search does not submit the form.
  await page.keyboard.press("Enter");
  const service = page.getByRole("group", { name: "Services" }).getByLabel(/^Niche Edits/);
  await tabTo(page, service);
  await page.keyboard.press("Space");
  await expect(service).toBeChecked();
  await tabTo(page, page.getByLabel("Limit total usages"));
  await page.keyboard.press("Space");
  await typeInto(page, page.getByLabel("Usage limit"), "3");
  await page.keyboard.press("Enter");
  await told(page, "Coupon created successfully");

  const customer = await (await anotherBrowser()).newPage();
  await customer.goto(await checkoutOf(customer, "Niche Edits"));
  await expect(customer.getByLabel("Card number")).toBeVisible();
  await typeInto(customer, quantity(customer, "DA 20+"), "2");
  await typeInto(customer, customer.getByLabel("Coupon code"), code.toLowerCase());
  await customer.keyboard.press("Enter");
  await told(customer, "Coupon applied successfully");
  await expect(summary(customer)).toContainText("Due today$70.00");
  await expect(customer.getByLabel("Coupon code")).toBeFocused();
});
