import { expect, type Page } from "@playwright/test";
import {
  arrivedAtSuccess,
  CARDS,
  chargesOf,
  checkoutOf,
  enterAsNewCustomer,
  fillBilling,
  payButton,
  payWith,
  quantity,
  typeCard,
} from "../support/checkoutSteps";
import { lastMail, newPerson, type Person, signOut } from "../support/e2e";
import { test } from "../support/watchedTest";

const signIn = (page: Page) => page.getByRole("dialog", { name: "Sign In" });

/** A visitor's checkout of one DA 20+ for $70, paid up to the account dialog. */
async function payAsVisitor(page: Page, { firstName, lastName, email }: Person, card?: string) {
  await page.goto(await checkoutOf(page, "Niche Edits"));
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await quantity(page, "DA 20+").fill("1");
  await fillBilling(page);
  if (card) await typeCard(page, card);
  else await page.getByRole("button", { name: "Update total" }).click();
  await expect(payButton(page)).toHaveText("Pay $70.00");
  await payButton(page).click();
}

async function signInInDialog(page: Page, person: Person) {
  await expect(signIn(page).getByLabel("Email")).toHaveValue(person.email);
  await signIn(page).locator("input[name=password]").fill(person.password);
  await signIn(page).getByRole("button", { name: "SIGN IN" }).click();
}

async function knownVisitor(page: Page, baseURL: string) {
  const person = await enterAsNewCustomer(page, baseURL);
  await page.goto("/orders");
  await signOut(page);
  return person;
}

test.describe("the account dialog of a checkout", () => {
  test("a known buyer signs in and confirms with 3-D Secure @script", async ({ page, baseURL }) => {
    const person = await knownVisitor(page, baseURL!);
    await payAsVisitor(page, person, CARDS.alwaysAuthenticated);
    await signInInDialog(page, person);
    await page.getByRole("button", { name: "Complete authentication" }).click();
    const order = await arrivedAtSuccess(page);
    expect(await chargesOf(order.id)).toMatchObject([{ status: "succeeded" }]);
  });

  test("a new buyer's declined card keeps everything typed @script", async ({ page, expectRefusal }) => {
    expectRefusal(/\/__stripe\//);
    const person = newPerson();
    await payAsVisitor(page, person, CARDS.declined);
    await expect(page.locator("#card-error")).toHaveText("Your card was declined.");
    await expect(page.getByLabel("City")).toBeEnabled();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
    // Not signed in before the payment.
    await expect(page.getByRole("button", { name: "Have an account?" })).toBeVisible();
    await typeCard(page, CARDS.good);
    await payButton(page).click();
    const order = await arrivedAtSuccess(page);
    expect((await chargesOf(order.id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  });

  test("a new buyer pays with the express button @script", async ({ page }) => {
    const express = page.getByRole("button", { name: "Pay with Sandbox Pay" });
    await page.goto(await checkoutOf(page, "Niche Edits"));
    await quantity(page, "DA 20+").fill("1");
    await fillBilling(page);
    await express.click();
    await expect(page.locator(".form-errors")).toContainText("First name is required");
    const { firstName, lastName, email } = newPerson();
    await page.getByLabel("First name").fill(firstName);
    await page.getByLabel("Last name").fill(lastName);
    await page.getByLabel("Email").fill(email);
    await express.click();
    const order = await arrivedAtSuccess(page);
    expect(await chargesOf(order.id)).toEqual([{ amount: 7_000, status: "succeeded", account: "regular" }]);
  });

  test("a new buyer who leaves the provider's page finds the form @noscript", async ({ page }) => {
    const person = newPerson();
    await payAsVisitor(page, person);
    await page.getByRole("link", { name: /back|cancel/i }).click();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await expect(quantity(page, "DA 20+")).toHaveValue("1");
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
    await payWith(page, CARDS.good, false);
    await arrivedAtSuccess(page);
  });

  test("closing the dialog ends the payment until Pay is pressed @script", async ({ page, baseURL }) => {
    const person = await knownVisitor(page, baseURL!);
    await payAsVisitor(page, person, CARDS.good);
    await signIn(page).getByRole("link", { name: "Cancel" }).click();
    await expect(signIn(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Have an account?" }).click();
    await signInInDialog(page, person);
    await expect(page.getByText(`, ${person.email}`)).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await expect(page.getByText("Processing your payment")).toHaveCount(0);
    await expect(page.getByLabel("Card number")).toHaveValue(CARDS.good);
    await payButton(page).click();
    await arrivedAtSuccess(page);
  });

  test("a known address meets the sign-in with every way in", async ({ page, baseURL, javaScriptEnabled: script }) => {
    const person = await knownVisitor(page, baseURL!);
    const card = script ? CARDS.good : undefined;
    await payAsVisitor(page, person, card);
    await expect(signIn(page).getByLabel("Email")).toHaveValue(person.email);
    await expect(signIn(page).getByRole("link", { name: "Trouble signing in?" })).toHaveAttribute(
      "href",
      "/password/reset",
    );
    await expect(signIn(page).getByRole("button", { name: "Email me a sign-in link" })).toBeVisible();
    await signIn(page)
      .getByRole("link", { name: /^New to/ })
      .click();
    const signUp = page.getByRole("dialog", { name: "Create your free account" });
    await signUp.getByRole("link", { name: "Have an account?" }).click();
    await expect(signIn(page).getByLabel("Email")).toHaveValue(person.email);
  });

  test("the mailed link leads back to the filled-in checkout", async ({ page, baseURL, javaScriptEnabled: script }) => {
    const person = await knownVisitor(page, baseURL!);
    await payAsVisitor(page, person, script ? CARDS.good : undefined);
    const checkout = new URL(page.url()).pathname.replace(/\/sign-in$/, "");
    await signIn(page).getByRole("button", { name: "Email me a sign-in link" }).click();
    await expect(page.getByText("we sent a link to sign in.")).toBeVisible();
    const { text } = await lastMail(person.email);
    await page.goto(/http\S+\/signin\/link\/[\w-]+/.exec(text)![0]);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(checkout);
    await expect(quantity(page, "DA 20+")).toHaveValue("1");
    await expect(page.getByLabel("City")).toHaveValue("Springfield");
  });

  test("two tabs keep what was typed into each", async ({ page, context }) => {
    const type = async (tab: Page, service: string, count: string) => {
      await tab.goto(await checkoutOf(tab, service));
      await quantity(tab, "DA 20+").fill(count);
      await fillBilling(tab);
      await tab.getByRole("button", { name: "Have an account?" }).click();
      await expect(signIn(tab)).toBeVisible();
    };
    const other = await context.newPage();
    await type(page, "Niche Edits", "3");
    await type(other, "Guest Posts by Domain Authority", "4");
    await signIn(page)
      .getByRole("link", { name: /^New to/ })
      .click();
    const person = newPerson();
    const signUp = page.getByRole("dialog", { name: "Create your free account" });
    await signUp.getByLabel("First name").fill(person.firstName);
    await signUp.getByLabel("Last name").fill(person.lastName);
    await signUp.getByLabel("Email").fill(person.email);
    await signUp.locator("input[name=password]").fill(person.password);
    await signUp.getByRole("button", { name: "SIGN UP" }).click();
    await expect(page.getByText(`, ${person.email}`)).toBeVisible();
    await other.goto(new URL(other.url()).pathname.replace(/\/sign-in$/, ""));
    for (const [tab, count] of [
      [page, "3"],
      [other, "4"],
    ] as const) {
      await expect(quantity(tab, "DA 20+")).toHaveValue(count);
      await expect(tab.getByLabel("City")).toHaveValue("Springfield");
    }
  });
});
