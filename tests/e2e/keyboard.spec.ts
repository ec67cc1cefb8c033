import { expect, type Locator, type Page } from "@playwright/test";
import {
  ADDRESS,
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  payButton,
  quantity,
  summary,
  toast,
} from "../support/checkoutSteps";
import { PASSWORD, somebody } from "../support/e2e";
import { test } from "../support/watchedTest";

/** What has the focus, and whether anybody can see that. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: "nothing", seen: false };
    // A ring may be drawn by the control itself or by the box around it.
    const seen = [element, element.parentElement, element.closest("label, .rich-text-box")].some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
    const box = element.getBoundingClientRect();
    const covered = box.bottom < 0 || box.top > window.innerHeight || box.width === 0;
    return {
      name: `${element.tagName} ${element.id || element.textContent?.trim().slice(0, 40)}`,
      seen: seen && !covered,
    };
  });

/** Tab after Tab until the control has the focus; every stop on the way must show it. */
async function tabTo(page: Page, target: Locator) {
  // Behind the last stop of a page comes the browser itself, once.
  let beyondTheEnd = 0;
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press("Tab");
    const { name, seen } = await focus(page);
    if (name === "nothing") beyondTheEnd++;
    else expect(seen, `the focus on ${name} can be seen`).toBe(true);
    expect(beyondTheEnd, "the focus was lost").toBeLessThanOrEqual(1);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Eighty stops and never at ${target}`);
}

async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  // As a person would, over what stands there.
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

async function typeCardByKeyboard(page: Page) {
  await typeInto(page, page.getByLabel("Card number"), CARDS.good);
  await typeInto(page, page.getByLabel("Expiry"), "1234");
  await typeInto(page, page.getByLabel("CVC"), "123");
}

test("the whole purchase by keyboard alone @script", async ({ page, expectRefusal }) => {
  expectRefusal(/\/checkout\/success/);
  test.setTimeout(150_000);
  const person = somebody();
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
  await expect(summary(page)).toContainText("Due today$1,130");
  await typeInto(page, page.getByLabel("Address"), ADDRESS.Address);
  await typeInto(page, page.getByLabel("City"), ADDRESS.City);
  await tabTo(page, page.getByLabel("Country"));
  await page.keyboard.type("United States");
  await expect(page.getByLabel("Country")).toHaveValue(/^United States/);
  await typeInto(page, page.getByLabel("Postal/Zip Code"), ADDRESS["Postal/Zip Code"]);
  await typeCardByKeyboard(page);
  // Enter in the form places the order; a visitor is asked who they are.
  await tabTo(page, payButton(page));
  await page.keyboard.press("Enter");
  const signIn = page.getByRole("dialog", { name: "Sign In" });
  await expect(signIn.getByLabel("Email")).toBeFocused();
  await tabTo(page, signIn.getByRole("link", { name: /^New to/ }));
  await page.keyboard.press("Enter");
  const signUp = page.getByRole("dialog", { name: "Create your free account" });
  await expect(signUp.getByLabel("First name")).toBeFocused();
  // Escape leads back to where it was opened, and the words are still there.
  await page.keyboard.press("Escape");
  await expect(signUp).toHaveCount(0);
  await expect(payButton(page)).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: /^New to/ }));
  await page.keyboard.press("Enter");
  await expect(signUp.getByLabel("First name")).toHaveValue(person.firstName);
  await typeInto(page, signUp.locator("input[name=password]"), "weak");
  await page.keyboard.press("Enter");
  await expect(signUp.getByRole("region", { name: "Please check the form" })).toBeFocused();
  await typeInto(page, signUp.locator("input[name=password]"), PASSWORD);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Account created successfully")).toBeVisible();
  await expect(signUp).toHaveCount(0);
  expect((await focus(page)).name, "the focus after signing up").not.toBe("nothing");

  // The words were kept, the card never is: it has not left the browser.
  await expect(summary(page)).toContainText("Due today$1,130");
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
  await expect(page.getByRole("region", { name: "Please check the form" })).toBeFocused();
  for (const name of ["DA 20+", "DA 30+"]) {
    const part = page.getByRole("group", { name });
    await typeInto(page, part.getByLabel("Target URL"), "https://example.com/a");
    await typeInto(page, part.getByLabel("Anchor text"), "any");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.number}` })).toBeVisible();
  await expect(page.locator("main .status").first()).toHaveText("Active");

  // The account's menu, by keyboard, out again.
  await tabTo(page, page.locator("summary", { hasText: "Your account" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Logout" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/signin");
});
